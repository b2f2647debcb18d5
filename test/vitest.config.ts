import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    // More than one for each core: the suite waits for sockets and child processes much of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Files of one worker share the modules they import, for importing them anew takes as long as testing. A file
    // undoes what it changes in a module or in the process: clocks, environment, prototypes.
    isolate: false,
    // A further run finds the sources as JavaScript, by what they contain.
    fsModuleCache: true,
    restoreMocks: true,
    unstubEnvs: true,
    // A test takes 5 s at most on a quiet machine; a busy one may take ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // A rejected promise that nobody handles is a defect of the code under test.
    dangerouslyIgnoreUnhandledErrors: false,
    sequence: { hooks: 'stack' },
  },
})
