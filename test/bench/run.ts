import { parseArgs } from 'node:util'
import { benchCluster } from './cluster.ts'
import { ROUNDS } from './http/rows.ts'
import { benchHttp } from './http.ts'
import { benchSearch } from './search.ts'

/** `npm run bench -- search|http|cluster`; `http` also has `--only TEXT` and `--rounds N`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, rounds: { type: 'string' } },
})
const { only = '', rounds = ROUNDS } = values
const benches: Readonly<Record<string, () => Promise<void>>> = {
  search: benchSearch,
  http: () => benchHttp({ only, rounds: Number(rounds) }),
  cluster: benchCluster,
}
const bench = benches[positionals.join()]
if (bench === undefined) {
  process.stderr.write('Usage: npm run bench -- search|http|cluster [--only TEXT] [--rounds N]\n')
  process.exitCode = 2
} else await bench()
