import { parseArgs } from 'node:util'
import { benchSearch } from './search.ts'

/** `npm run bench -- search [--json]` */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
if (positionals.join() === 'search') await benchSearch(values.json ?? false)
else {
  process.stderr.write('Usage: npm run bench -- search [--json]\n')
  process.exitCode = 2
}
