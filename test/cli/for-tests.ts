import { afterAll } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { endAll, serve } from './selvage.ts'

/** An empty folder for the commands of a file of tests. After its last test no command runs, and the folder is gone. */
export function workFolder() {
  const folder = temporaryFolder()
  afterAll(async () => {
    await endAll()
    folder.remove()
  })
  return folder
}

/** A serving process for a file of tests, gone after its last test. */
export async function serveHere(...given: Parameters<typeof serve>) {
  const server = await serve(...given)
  afterAll(async () => {
    await endAll()
    server.folder.remove()
  })
  return server
}
