import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { closeAll } from './helpers/closing.ts'

// The same properties on every run: a seed that fails is found on purpose, with FC_SEED, not by chance in CI.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_120) })

// A worker runs many files. The stopped clock of one stops no other's.
vi.useRealTimers()

// Servers, databases, processes and folders of a file.
afterAll(closeAll)
