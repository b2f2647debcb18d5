import { parseArgs } from 'node:util'
import { benchCluster } from './cluster.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { benchItems } from './items.ts'
import { benchSearch } from './search.ts'

/** `npm run bench -- search|http|cluster|items|imports [--json]` */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
if (positionals.join() === 'search') await benchSearch(values.json ?? false)
else if (positionals.join() === 'http') await benchHttp(values.json ?? false)
else if (positionals.join() === 'cluster') await benchCluster(values.json ?? false)
else if (positionals.join() === 'items') await benchItems()
else if (positionals.join() === 'imports') await benchImports()
else {
  process.stderr.write('Usage: npm run bench -- search|http|cluster|items|imports [--json]\n')
  process.exitCode = 2
}
