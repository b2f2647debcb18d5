import { parseArgs } from 'node:util'
import { benchCluster } from './cluster.ts'
import { ROUNDS } from './http/rows.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { benchItems } from './items.ts'
import { benchSearch } from './search.ts'

/** `npm run bench -- search|http|cluster|items|imports [--json]`; `http` also has `--only TEXT` and `--rounds N`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, only: { type: 'string' }, rounds: { type: 'string' } },
})
if (positionals.join() === 'search') await benchSearch(values.json ?? false)
else if (positionals.join() === 'http') {
  const { json: asJson = false, only = '', rounds = ROUNDS } = values
  await benchHttp({ asJson, only, rounds: Number(rounds) })
} else if (positionals.join() === 'cluster') await benchCluster(values.json ?? false)
else if (positionals.join() === 'items') await benchItems()
else if (positionals.join() === 'imports') await benchImports()
else {
  process.stderr.write(
    'Usage: npm run bench -- search|http|cluster|items|imports [--json] [--only TEXT] [--rounds N]\n',
  )
  process.exitCode = 2
}
