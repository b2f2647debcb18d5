import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The black-box suite of REST and MCP on two instances behind a proxy, and what only a cluster can show. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [
      'test/rest/*.test.ts',
      'test/mcp/*.test.ts',
      'test/tools/*.test.ts',
      'test/cluster/*.cluster.ts',
    ],
    globalSetup: ['test/global-setup.ts', 'test/cluster/setup.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    sequence: { hooks: 'stack' },
  },
})
