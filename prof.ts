import Sqlite from 'better-sqlite3'
import { openCatalog } from './src/catalog/index.ts'
import { KINDS } from './test/bench/queries.ts'
const log: {sql: string, args: unknown[], ms: number, n: number}[] = []
let on = false
const prep = Sqlite.prototype.prepare
;(Sqlite.prototype as any).prepare = function (sql: string) {
  const st: any = prep.call(this, sql)
  for (const m of ['all', 'get', 'run']) {
    const f = st[m].bind(st)
    st[m] = (...a: unknown[]) => {
      if (!on) return f(...a)
      const t = performance.now(); const r = f(...a); log.push({ sql, args: a, ms: performance.now() - t, n: Array.isArray(r) ? r.length : r === undefined ? 0 : 1 }); return r
    }
  }
  return st
}
const [size, kindName, detail] = process.argv.slice(2)
const catalog = await openCatalog(`var/bench/catalog-${size}-7.db`)
for (const kind of KINDS.filter((k) => k.name.includes(kindName ?? ''))) {
  const reqs = kind.searches.map((s) => ({ query: s.query, manufacturer: s.manufacturer, collection: undefined, limit: 25, after: undefined }))
  for (let i = 0; i < 60; i++) for (const r of reqs) await catalog.fabrics.search(r)
  const rows: any[] = []
  on = true
  for (const r of reqs) {
    log.length = 0
    let best = Infinity, bestLog: typeof log = []
    for (let i = 0; i < 15; i++) { log.length = 0; const t = performance.now(); await catalog.fabrics.search(r); const d = performance.now() - t; if (d < best) { best = d; bestLog = [...log] } }
    rows.push({ r, ms: best, sql: bestLog.reduce((s, l) => s + l.ms, 0), calls: bestLog.length, log: bestLog, level: (await catalog.fabrics.search(r)).report.level })
  }
  on = false
  rows.sort((a, b) => a.ms - b.ms)
  const mid = rows[rows.length >> 1]
  console.log(kind.name.padEnd(28), 'median', mid.ms.toFixed(3), 'sql', mid.sql.toFixed(3), 'calls', mid.calls, 'max', rows.at(-1).ms.toFixed(3))
  if (detail) for (const x of [rows[rows.length >> 2], mid, rows[rows.length * 3 >> 2]]) {
    console.log('  ', JSON.stringify(x.r.query), x.r.manufacturer ?? '', 'level', x.level, x.ms.toFixed(3))
    for (const l of x.log) console.log('      ', l.ms.toFixed(3), l.n, l.sql.replace(/\s+/g, ' ').slice(0, 90), JSON.stringify(l.args).slice(0, 300))
  }
}
await catalog.close()
