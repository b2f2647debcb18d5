import { randomBytes } from 'node:crypto'
import pg from 'pg'

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The server of this run of the suite; the first who asks has it started. */
async function serverUrl(): Promise<string> {
  const response = await fetch(process.env['POSTGRES_ON_DEMAND'] ?? '')
  return response.text()
}

/** A new empty database; answers its address. */
export async function createPostgresDatabase(): Promise<string> {
  const url = new URL(await serverUrl())
  const name = `test_${randomBytes(6).toString('hex')}`
  await run(url.href, `create database ${name}`)
  url.pathname = `/${name}`
  return url.href
}
