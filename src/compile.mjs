// Plain JavaScript, because it makes the rest of it from TypeScript.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILDS = join(ROOT, 'var', 'build')
const ENTRY = 'main.js'
/** Packages of many modules, which load faster as parts of one file; all others stay where they are. */
const INLINED =
  /^(?:@modelcontextprotocol|h3|jose|kysely|oauth4webapi|rate-limiter-flexible|rou3|srvx|yaml|zod)(?:\/|$)/
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
  // The same for the files. A worker cannot say so; what it runs was compiled by its process.
  if (isMainThread) process.umask(process.umask() | 0o022)
  await build({
    // The command line, and what workers run.
    entryPoints: ['src/main.ts', 'src/editions/fetch.ts', 'src/catalog/import/restore.ts'].map((file) =>
      join(ROOT, file),
    ),
    outbase: join(ROOT, 'src'),
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // For packages in CommonJS, which ask for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url)",
    },
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
    // Another process was quicker.
    if (!existsSync(folder)) throw error
  }
}

/** Builds that nobody has made for a week; a server that still runs from one has loaded what it needs. */
function removeOld() {
  for (const name of readdirSync(BUILDS)) {
    const path = join(BUILDS, name)
    if (statSync(path).mtimeMs < Date.now() - WEEK_MS) rmSync(path, { recursive: true, force: true })
  }
}

function canKeepBuilds() {
  try {
    // What is in it is run later: nobody else may write it.
    mkdirSync(BUILDS, { recursive: true, mode: 0o755 })
    accessSync(BUILDS, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function makeOwnFolder() {
  try {
    return mkdtempSync(join(tmpdir(), 'selvage-build-'))
  } catch (cause) {
    throw new Error(
      `There is no folder for the compiled program: neither ${BUILDS} nor ${tmpdir()} can be written by this user. Make one of them writable, or set TMPDIR.`,
      { cause },
    )
  }
}

/** A folder for this process alone. It is new and private, so nobody else can put code into it. */
function ownFolder() {
  const folder = makeOwnFolder()
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The build finds its packages by this link. An installed package is among them.
  const packages = join(ROOT, 'node_modules')
  symlinkSync(existsSync(packages) ? packages : join(ROOT, '..'), join(folder, 'node_modules'))
  return join(folder, 'build')
}

/**
 * The address of the command line as JavaScript. It is compiled unless that was done for the same sources,
 * and kept in `var/`. Where `var/` cannot be written, each process compiles for itself.
 */
export async function compiled() {
  const known = join(BUILDS, fingerprint())
  const folder = existsSync(known) || canKeepBuilds() ? known : ownFolder()
  if (!existsSync(folder)) {
    await compile(folder)
    if (folder === known) removeOld()
  }
  process.setSourceMapsEnabled(true)
  return pathToFileURL(join(folder, ENTRY)).href
}
