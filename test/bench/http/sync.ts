import Sqlite from 'better-sqlite3'

const SECONDS = 1

/**
 * How many rows a second the disk takes when each is committed alone, in a file opened as the accounts are.
 *
 * @param path of a file that is not there yet.
 */
export async function commitsPerSecond(path: string): Promise<number> {
  const database = new Sqlite(path)
  database.exec('pragma journal_mode = WAL; pragma synchronous = FULL')
  database.exec('create table rows (id integer primary key, name text)')
  const insert = database.prepare("insert into rows (name) values ('Bench')")
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < SECONDS * 1000; count += 1) insert.run()
  const rate = (count / (performance.now() - begin)) * 1000
  database.close()
  return rate
}
