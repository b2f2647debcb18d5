// Plain JavaScript, because it makes the rest of it from TypeScript.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILDS = join(ROOT, 'var', 'build')
const ENTRY = 'main.js'
/** Packages of many modules, which load faster as parts of one file; all others stay where they are. */
const INLINED = /^(?:@modelcontextprotocol|h3|jose|kysely|oauth4webapi|rou3|srvx|zod)(?:\/|$)/
const WEEK_MS = 7 * 24 * 3_600_000

/** What the sources and their packages are, in short: any change makes another build. */
function fingerprint() {
  const hash = createHash('sha256').update(ROOT)
  for (const file of ['package-lock.json', 'src/compile.mjs']) hash.update(readFileSync(join(ROOT, file)))
  for (const folder of ['src', 'tools']) {
    const files = readdirSync(join(ROOT, folder), { recursive: true }).filter((file) => file.endsWith('.ts'))
    for (const file of files.sort()) hash.update(file).update(readFileSync(join(ROOT, folder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Files are found beside their source, wherever its code ends up. */
const keepAddresses = {
  name: 'keep-addresses',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const address = JSON.stringify(pathToFileURL(path).href)
      return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', address), loader: 'ts' }
    })
  },
}

const inlineSome = {
  name: 'inline-some',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, ({ path, kind }) =>
      kind === 'entry-point' || INLINED.test(path) ? undefined : { path, external: true },
    )
  },
}

async function compile(folder) {
  const { build, stop } = await import('esbuild')
  const unfinished = `${folder}.${process.pid}`
  await build({
    // The command line, and what a worker runs.
    entryPoints: ['src/main.ts', 'src/editions/fetch.ts'].map((file) => join(ROOT, file)),
    outbase: join(ROOT, 'src'),
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    plugins: [keepAddresses, inlineSome],
    logLevel: 'error',
  })
  // Its process would stay beside ours.
  await stop()
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Another process was faster.
    if (!existsSync(folder)) throw error
  }
  removeOld()
}

/** Builds that nobody has made for a week; a server that still runs from one has loaded what it needs. */
function removeOld() {
  for (const name of readdirSync(BUILDS)) {
    const path = join(BUILDS, name)
    if (statSync(path).mtimeMs < Date.now() - WEEK_MS) rmSync(path, { recursive: true, force: true })
  }
}

/**
 * The address of the command line as JavaScript, compiled unless that has been done for these very
 * sources. It is kept in `var/`; nothing else of it stays, in memory or on disk.
 */
export async function compiled() {
  const folder = join(BUILDS, fingerprint())
  if (!existsSync(folder)) await compile(folder)
  process.setSourceMapsEnabled(true)
  return pathToFileURL(join(folder, ENTRY)).href
}
