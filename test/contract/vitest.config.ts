import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Not part of the test suite, because other people's tools are slow.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/contract/*.contract.ts'],
    globalSetup: 'test/contract/live-server.ts',
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
