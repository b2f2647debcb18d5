// Plain JavaScript, so that a worker can start it: runs the compiled sources.
import { compiled } from '../compile.mjs'

await import(new URL('editions/fetch.js', await compiled()).href)
