import { parseArgs } from 'node:util'
import { benchHttp } from './http.ts'
import { benchSearch } from './search.ts'

/** `npm run bench -- search|http`; `http` also has `--only TEXT`. */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
const benches: Readonly<Record<string, () => Promise<void>>> = {
  search: benchSearch,
  http: () => benchHttp(values.only ?? ''),
}
const bench = benches[positionals.join()]
if (bench === undefined) {
  process.stderr.write('Usage: npm run bench -- search|http [--only TEXT]\n')
  process.exitCode = 2
} else await bench()
