import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Edition, Editions, Publish } from '../accounts/index.ts'

/** The size of a chunk in bytes: small enough for every pooler and replica on the way. */
const CHUNK_BYTES = 512 * 1024
/** The level of compression, of nine: it takes a third of the time of the default, and a tenth more bytes. */
const LEVEL = 3

/** The bytes of an edition are not those that were published. */
export class EditionDamaged extends Error {}

async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const part of bytes) {
    for (let from = 0; from < part.length; ) {
      const piece = part.subarray(from, from + CHUNK_BYTES - size)
      waiting.push(piece)
      size += piece.length
      from += piece.length
      if (size < CHUNK_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

/** Publishes a file as the next edition. */
export function publishFile(
  publish: Publish,
  edition: Pick<Edition, 'format' | 'release'>,
  path: string,
): Promise<Edition> {
  return publish(edition, inChunks(createReadStream(path).pipe(createGzip({ level: LEVEL }))))
}

/**
 * Writes an edition into a file. The file appears at its path when it is complete. Throws `EditionDamaged` if
 * it is not what was published.
 */
export async function fetchFile(editions: Editions, edition: Edition, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.${performance.now()}.unfinished`
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const damaged = (cause?: unknown) =>
    new EditionDamaged(`Edition ${edition.number} of the catalog is damaged.`, { cause })
  try {
    await pipeline(
      Readable.from(editions.chunksOf(edition)),
      hashing,
      createGunzip(),
      // Flushed here, because SQLite would do it when the file is opened, and searches would wait. It also means
      // that a file which has its name is complete, even if the machine crashes.
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    ).catch((error: unknown) => {
      // If gunzip cannot read it, it was changed on the way.
      throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
        ? damaged(error)
        : error
    })
    if (hash.digest('hex') !== edition.sha256) throw damaged()
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
