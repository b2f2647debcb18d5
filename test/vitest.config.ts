import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    // Every core: the suite waits for sockets and child processes much of the time.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A rejected promise that nobody handles is a defect of the code under test.
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { hooks: 'stack' },
  },
})
