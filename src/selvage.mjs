#!/usr/bin/env node
// Plain JavaScript, so that Node can start it: runs the command line from the compiled sources.
import process from 'node:process'
import { compiled } from './compile.mjs'

try {
  const { main } = await import(await compiled())
  await main(process.argv.slice(2))
} catch (error) {
  // `main` tells of its own failures, so this one is from compiling.
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
