import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadModule } from '../../src/accounts/index.ts'
import { promisesOf } from './promises.ts'

/** `selvage check accounts FILE`: tries with Node's test runner whether a module keeps its promises. */
export async function checkModule(file: string): Promise<void> {
  const app = await loadModule(file)
  const { forTests } = await import(pathToFileURL(resolve(file)).href)
  for (const [promise, isKept] of Object.entries(promisesOf(app, forTests))) void test(promise, isKept)
  after(() => app.close?.())
}
