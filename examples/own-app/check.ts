// Tries whether a module keeps its promises: node examples/own-app/check.ts ./accounts.ts

import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadModule } from '../../src/accounts/index.ts'
import { promisesOf } from './promises.ts'

const [, , file = ''] = process.argv
const app = await loadModule(file)
const { forTests } = await import(pathToFileURL(resolve(file)).href)
for (const [promise, isKept] of Object.entries(promisesOf(app, forTests))) test(promise, isKept)
after(() => app.close?.())
