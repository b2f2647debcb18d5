import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Apart from the test suite: other people's tools, against one running server, take their time.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/contract/*.contract.ts'],
    globalSetup: 'test/contract/live-server.ts',
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
