import fc from 'fast-check'
import { afterAll, vi } from 'vitest'
import { closeAll } from './helpers/closing.ts'

// The same properties on every run: a seed that fails is found on purpose, with FC_SEED, not by chance in CI.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_120) })

// A worker runs many files. One that failed before it could resume its clock stops no other's.
vi.useRealTimers()

// Servers and databases of a file.
afterAll(closeAll)
