import { buildDatabase, sizeOf } from './database.ts'
import { measure } from './measure.ts'

const [step, count, engine = 'ours'] = process.argv.slice(2)
const fabrics = sizeOf(count)
if (step === 'build') await buildDatabase(fabrics)
else process.stdout.write(JSON.stringify(await measure(fabrics, engine)))
