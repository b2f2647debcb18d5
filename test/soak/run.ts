/** `npm run soak` tries a server under load from other processes: `flood` and `drain`. Exit code 1 if one fails. */
import { closeAll } from '../helpers/closing.ts'
import { drain } from './drain.ts'
import { flood } from './flood.ts'
import { say } from './process.ts'

const MODES = { flood, drain }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in MODES))
if (unknown.length > 0) throw new Error(`Known modes: ${Object.keys(MODES).join(', ')}.`)
for (const [name, mode] of Object.entries(MODES)) {
  if (names.length > 0 && !names.includes(name)) continue
  const failures = await mode().finally(closeAll)
  say({ mode: name, failures })
  if (failures.length > 0) process.exitCode = 1
}
