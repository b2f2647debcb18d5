#!/usr/bin/env node
// Plain JavaScript, so that Node can start it: runs the command line from the compiled sources.
import process from 'node:process'
import { compiled } from './compile.mjs'

const address = await compiled().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
const { main } = await import(address)
await main(process.argv.slice(2))
