#!/usr/bin/env node
// Plain JavaScript, so that Node can start it: runs the command line from the compiled sources.
import process from 'node:process'
import { compiled } from './compile.mjs'

const { main } = await import(await compiled())
await main(process.argv.slice(2))
