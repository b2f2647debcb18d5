import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** On a connection of its own. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The server of this run of the suite, which starts when the first test asks. */
async function serverUrl(): Promise<string> {
  const response = await fetch(process.env['POSTGRES_ON_DEMAND'] ?? '')
  return response.text()
}

/** A new database with the shipped data and the demo account. */
export const createSeededDatabase = (): Promise<string> =>
  createDatabase(process.env['CLUSTER_POSTGRES'] ?? '', ' template seeded')

/** A new empty database; answers its address. */
export const createPostgresDatabase = async (): Promise<string> => createDatabase(await serverUrl())

async function createDatabase(server: string, from = ''): Promise<string> {
  const url = new URL(server)
  const name = `test_${randomBytes(6).toString('hex')}`
  await runStatement(url.href, `create database ${name}${from}`)
  url.pathname = `/${name}`
  return url.href
}
