#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it. The rest is TypeScript.
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`Selvage needs Node 22.18 or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
// `npm ci` fills the cache (postinstall). Nobody else may write into it, because Node runs what is in it.
process.umask(process.umask() | 0o022)
const { enableCompileCache } = await import('node:module')
enableCompileCache(fileURLToPath(new URL('../var/compile-cache', import.meta.url)))
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
