import { text } from 'node:stream/consumers'
import { job, run } from './load.ts'

process.stdout.write(JSON.stringify(await run(job.parse(JSON.parse(await text(process.stdin))))))
