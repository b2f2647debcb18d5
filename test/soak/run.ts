/**
 * `npm run soak`, or `npm run soak overload`, `drain` or `unread`: a server of its own under load from another
 * process. Each mode says what it found, and fails with exit code 1.
 */
import { endAll } from '../cli/selvage.ts'
import { drain } from './drain.ts'
import { overload } from './overload.ts'
import { say } from './process.ts'
import { steady } from './steady.ts'
import { unread } from './unread.ts'

const MODES = { steady, overload, drain, unread }

const name = process.argv[2] ?? 'steady'
const mode = Object.entries(MODES).find(([each]) => each === name)?.[1]
if (mode === undefined) throw new Error(`Known modes: ${Object.keys(MODES).join(', ')}.`)
const failures = await mode().finally(endAll)
say({ mode: name, failures })
if (failures.length > 0) process.exitCode = 1
