import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { ROOT } from '../helpers/files.ts'
import { DATA } from '../rest/contract.ts'
import { OPERATIONS } from '../rest/operations.ts'

it('every tool has what else it needs; what is missing is named here with its file', () => {
  const missing = allTools.flatMap(({ name, isRestOnly, operations }) => [
    ...operations.flatMap(({ operationId }) => [
      ...(operationId in DATA ? [] : [`${name}: the data of ${operationId} in test/rest/contract.ts`]),
      ...(OPERATIONS.some((known) => known.operationId === operationId)
        ? []
        : [`${name}: a call of ${operationId} in test/rest/operations.ts`]),
    ]),
    ...(isRestOnly || readFileSync(join(ROOT, 'docs/contract.md'), 'utf8').includes(name)
      ? []
      : [`${name}: its place in the table of docs/contract.md`]),
  ])
  expect(missing).toEqual([])
})
