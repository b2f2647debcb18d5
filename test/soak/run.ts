/** `npm run soak` tries a server under load from other processes. Exit code 1 if it fails. */
import { endAll } from '../cli/selvage.ts'
import { flood } from './flood.ts'
import { say } from './process.ts'

const failures = await flood().finally(endAll)
say({ failures })
if (failures.length > 0) process.exitCode = 1
