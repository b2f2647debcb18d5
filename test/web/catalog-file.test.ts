import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importFabricFile, openCatalog } from '../../src/catalog/index.ts'
import { Report } from '../../src/files/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startPages } from './signed-in.ts'

const report = new Report()
const QUIETLY = { skipBad: false, isDryRun: false, report, lockWait: { seconds: 1, onWait: () => {} } }
const FORMULA = '=HYPERLINK("https://evil.example")'
const HOSTILE = `manufacturer,collection,name,sku,colorHex\n"Zedd, & Sons",Solids,"'${FORMULA.replaceAll('"', '""')}",+1,#112233\n`

it.each(['csv', 'ndjson'])(
  '[D42.6] /fabrics.%s is the whole catalog, which an import reads back, with its licence',
  async (format) => {
    const server = await startPages()
    const shared = await openCatalog(server.catalogPath)
    await importFabricFile(shared, Buffer.from(HOSTILE), QUIETLY)
    await shared.close()
    const file = (init: RequestInit = {}) => fetch(`${server.baseUrl}/fabrics.${format}`, init)
    // The server sees the change at its next search.
    while ((await server.rest('/fabrics?manufacturer=Zedd')).json.data.fabrics.length === 0);

    const whole = await file({ headers: { 'accept-encoding': 'gzip' } })
    const { headers } = whole
    const text = await whole.text()
    expect([whole.status, headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(headers.get('content-type')).toMatch(format === 'csv' ? /^text\/csv/ : /^application\/x-ndjson/)
    expect(headers.get('content-disposition')).toMatch(/filename="fabrics-\d{4}-\d\d-\d\d\.(csv|ndjson)"/)
    const [, licence = ''] = /^<([^>]+)>; rel="license"$/.exec(headers.get('link') ?? '') ?? []
    expect(await (await fetch(licence)).text()).toContain('CC0 1.0')
    if (format === 'csv') expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",'+1,#112233`)

    const etag = headers.get('etag') ?? ''
    const modified = headers.get('last-modified') ?? ''
    expect(Math.abs(Date.parse(modified) - Date.now())).toBeLessThan(60_000)
    const head = await file({ method: 'HEAD' })
    expect([head.status, `W/${head.headers.get('etag')}`, await head.text()]).toEqual([200, etag, ''])
    for (const known of [{ 'if-none-match': etag }, { 'if-modified-since': modified }])
      expect((await file({ headers: known })).status).toBe(304)
    expect(
      (await file({ headers: { 'if-none-match': '"other"', 'if-modified-since': modified } })).status,
    ).toBe(200)

    const copy = await openCatalog(join(temporaryFolder().path, 'copy.db'), { serves: true })
    expect(await importFabricFile(copy, Buffer.from(text), QUIETLY)).toMatchObject({ added: 2_943 })
    const { items } = await copy.fabrics.search({
      query: undefined,
      manufacturer: 'Zedd',
      collection: undefined,
      limit: 1,
      after: undefined,
    })
    expect(items).toMatchObject([{ manufacturer: 'Zedd, & Sons', name: FORMULA, sku: '+1' }])
    expect([report.refused.first, report.dropped.first]).toEqual([[], []])
    expect(report.warnings).toEqual([])
    await copy.close()
  },
)
