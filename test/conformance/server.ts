import { startFixtures } from './fixtures/listen.ts'

// The fixtures for the conformance suite. Prints the URL; ends on SIGTERM. Usage: server.ts [PORT]
const server = await startFixtures(Number(process.argv[2] ?? 0))
process.stdout.write(`${server.url}\n`)
process.once('SIGTERM', () => void server.close())
