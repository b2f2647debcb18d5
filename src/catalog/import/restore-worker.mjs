// Plain JavaScript, so that a worker can start it: runs the compiled sources.
import { compiled } from '../../compile.mjs'

await import(new URL('catalog/import/restore.js', await compiled()).href)
