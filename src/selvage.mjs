#!/usr/bin/env node
// Plain JavaScript, so that Node can start it: loads the TypeScript sources and runs the command line.
import { register } from 'tsx/esm/api'

register()
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
