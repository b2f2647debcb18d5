import { describe, expect, it } from 'vitest'
import { FABRIC_FORMAT } from '../../src/catalog/fabric-files.ts'
import { csvLine, Report, readValues } from '../../src/files/index.ts'

/** Everything that is read of a text, and all that is told of it. */
function read(text: string | Buffer) {
  const report = new Report()
  const all = [...readValues(Buffer.from(text), FABRIC_FORMAT, report)]
  return {
    values: all.map(({ value }) => value),
    lines: all.map(({ line }) => line),
    leftOut: report.refused.first,
    dropped: report.dropped.first,
    warnings: report.warnings,
    read: report.read,
    bad: report.bad,
  }
}

const ROSE = { manufacturer: 'A', collection: 'B', name: 'Rosé', sku: 'S-1', colorHex: '#AABBCC' }
const HEADER = 'manufacturer,collection,name,sku,colorHex,thumbnailUrl'
const JSON_ROSE = '{"manufacturer":"A","collection":"B","name":"Rosé","sku":"S-1","colorHex":"#aabbcc"}'

describe('a file of fabrics', () => {
  it.each([
    ['CSV', `${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`],
    ['with semicolons', `${HEADER.replaceAll(',', ';')}\nA;B;Rosé;S-1;#aabbcc;\n`],
    ['with tabs', `${HEADER.replaceAll(',', '\t')}\nA\tB\tRosé\tS-1\t#aabbcc\t\n`],
    ['with other names', 'Brand,Line,Color,Item #,Hex\nA,B,Rosé,S-1,AABBCC\n'],
    ['in German', 'Hersteller;Kollektion;Farbname;Artikelnr.;Hex;Bild\nA;B;Rosé;S-1;ABC;\n'],
    ['with formulas for text', `${HEADER}\n="A","=""B""",Rosé,="S-1",#aabbcc,\n`],
    ['with remarks in names', 'Brand (maker),Line/Range,Color,SKU / Item #,Hex [sRGB]\nA,B,Rosé,S-1,#ABC\n'],
    ['with a byte order mark and empty lines', `\uFEFF\n\n,,,,\n${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`],
    ['in another order', 'id,name,sku,x,colorHex,collection,maker\nfab_1,Rosé,S-1,y,#aabbcc,B,A\n'],
    ['with carriage returns alone', `${HEADER}\rA,B,Rosé,S-1,#aabbcc,\r`],
    ['with two carriage returns before each line feed', `${HEADER}\r\r\nA,B,Rosé,S-1,#aabbcc,\r\r\n`],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${HEADER}\r\nA,B,Rosé,S-1,#aabbcc,\r\n`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(`${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`, 'utf16le')],
    ['UTF-16 the other way', Buffer.from(`${HEADER}\nA,B,Rosé,S-1,#aabbcc,\n`, 'utf16le').swap16()],
    ['NDJSON with a byte order mark and CRLF', `\uFEFF${JSON_ROSE}\r\n\r\n`],
  ])('may be %s', (_name, text) => {
    const { values, leftOut, dropped } = read(text)
    const [{ sku = 'S-1', colorHex = '#AABBCC', thumbnailUrl: _, ...rest } = {}] = values
    expect([values.length, leftOut, dropped]).toEqual([1, [], []])
    expect({ ...rest, sku, colorHex }).toEqual(ROSE)
  })

  it('may have rows of empty cells, which are skipped', () => {
    const text = `${HEADER}\nA,B,C,,,\n,,,,,\n , ,,,,\nA,B,D,,,\n,,,,,\n`
    expect(read(text)).toMatchObject({ read: 2, bad: 0, lines: [2, 5] })
    expect(read('\n\n')).toMatchObject({ read: 0, bad: 0 })
  })

  it('may name more than one thing alike: the surest name counts, the others are told of', () => {
    const { values, warnings } = read('Brand,Vendor,Line,NAME,Color,SKU,Item #,SKU\nA,V,B,C,fff,1,2,3\n')
    expect(warnings).toEqual([
      'Columns left out: "Vendor", "Item #", "SKU".',
      'Read "Brand" as manufacturer, "Line" as collection, "Color" as colorHex.',
    ])
    expect(values).toMatchObject([{ manufacturer: 'A', name: 'C', colorHex: '#FFFFFF', sku: '1' }])
  })

  it('may have lines above its header, which are told', () => {
    const forSpreadsheets = `sep=;\r\n${HEADER.replaceAll(',', ';')}\r\nA;B;Rosé;S-1;#aabbcc;\r\n`
    expect(read(forSpreadsheets)).toMatchObject({ lines: [3], dropped: [{ line: 1, value: 'sep=' }] })
    const above = 'Spring list, 2026,,\n"Printed, 3 March",,\n,,\n6" open quote\n'
    const { lines, dropped, read: all } = read(`${above}Brand;Line;Name\nA;B;C\nA;B;D\n`)
    const kind = 'is above the header, and is left out'
    expect(dropped).toMatchObject([
      { line: 1, kind, value: 'Spring list, 2026,,' },
      { line: 2, kind },
      { line: 3, kind },
      { line: 4, kind, value: '6" open quote' },
    ])
    expect([lines, all]).toEqual([[6, 7], 2])
  })

  it('names its fields exactly as NDJSON; others are left out, and told', () => {
    const { values, dropped } = read('{"manufacturer":"A","collection":"B","name":"C","colour":"red"}')
    expect(values).toEqual([{ manufacturer: 'A', collection: 'B', name: 'C' }])
    expect(dropped).toMatchObject([
      { line: 1, kind: 'has another field, which is left out', value: 'colour' },
    ])
  })

  it('may spell a colour in many ways', () => {
    const ways = ['5f8a8b', '0x5F8A8B', '# 5f8a8b', '#5F8A8BFF', '(95; 138; 139)', '95 138 139']
    const others = ['rgba(95, 138, 139, 0.5)', 'RGB(95,138,139)', 'hsl(181, 18.8%, 45.9%)', ' 5F8A8B ']
    const rows = [...ways, ...others].map((written) => `A,B,C,,"${written}",`)
    const { values } = read([HEADER, ...rows, 'A,B,C,,abc,'].join('\n'))
    expect(new Set(values.slice(0, -1).map(({ colorHex }) => colorHex))).toEqual(new Set(['#5F8A8B']))
    expect(values.at(-1)?.colorHex).toBe('#AABBCC')
  })
})

describe('a value', () => {
  it('is the same however its spaces and accents are written', () => {
    const [one, other] = ['"Zed  Mills",B,"Rose\u0301\r\nred",="S 1 ",,', 'Zed\u00A0Mills,B,Rosé red ,S\t1,,']
    const zed = { manufacturer: 'Zed Mills', name: 'Rosé red', sku: 'S 1' }
    expect(read([HEADER, one, other].join('\n')).values).toMatchObject([zed, zed])
  })

  it('may be a number in JSON', () => {
    const { values } = read('{"manufacturer":"A","collection":1930,"name":7,"sku":12}')
    expect(values).toMatchObject([{ collection: '1930', name: '7', sku: '12' }])
  })

  it.each(['00123', '1.0', '1E5', '12E+5'])('keeps each character: the SKU %s', (sku) => {
    const { values } = read(`${HEADER}\nA,B,C,${sku},,\n`)
    expect(values).toMatchObject([{ sku }])
  })
})

describe('a value that a fabric can do without', () => {
  it.each([
    ['colorHex', 'red', 'colorHex: is not a colour such as #5F8A8B, and is left out'],
    ['colorHex', '#N/A', 'colorHex: must be a value; the spreadsheet failed to compute it, and is left out'],
    ['thumbnailUrl', 'javascript:alert(1)', 'thumbnailUrl: is not an http(s) URL, and is left out'],
  ])('%s %j costs the value, not the fabric', (field, value, kind) => {
    const { values, dropped, bad } = read(`manufacturer,collection,name,${field}\nA,B,C,"${value}"\n`)
    expect(values).toEqual([{ manufacturer: 'A', collection: 'B', name: 'C' }])
    expect([bad, dropped]).toEqual([0, [{ line: 2, kind, value }]])
  })
})

const BAD: readonly (readonly [string, string, RegExp])[] = [
  ['an empty name', 'A,B,,1,,', /^name: is required$/],
  ['too long a name', `A,B,${'x'.repeat(201)},1,,`, /^name: must be at most 200 characters$/],
  ['a NUL', 'A,B,C\0,1,,', /^name: must be text without NUL/],
  ['a shortened number', 'A,B,C,9.78E+12,,', /^sku: was shortened by a spreadsheet/],
  ['a failed formula', 'A,B,#REF!,1,,', /^name: must be a value/],
  ['too few cells', 'A,B', /^name: is required$/],
  ['too many cells', 'A,B,C,1,,,x,', /^has 8 cells, but the header has 6$/],
  ['the header again', HEADER, /^is the header again$/],
  ['a quote that another row closes', 'A,B,"C,1,,\nA,B,"D",1,,', /^a quote is not closed$/],
]

describe('a bad row', () => {
  it.each(BAD)('%s is told with its line, and nothing else is lost', (_, row, kind) => {
    const text = `${HEADER}\n"A",B,"over\ntwo lines",,,\n\n${row}\nA,B,Good,2,,\n`
    const { leftOut, values, read: all, bad } = read(text)
    expect(leftOut).toMatchObject([{ line: 5, kind: expect.stringMatching(kind) }])
    expect([values.length, all, bad]).toEqual([2, 3, 1])
  })

  it('with two mistakes is one bad record, told twice, with the values', () => {
    const { leftOut, bad } = read(`${HEADER}\nA,,${'y'.repeat(201)},1,red,\n`)
    expect(leftOut.map(({ kind }) => kind)).toEqual([
      'collection: is required',
      'name: must be at most 200 characters',
    ])
    expect([bad, leftOut[1]?.value]).toEqual([1, 'y'.repeat(201)])
  })
})

describe('a bad line of NDJSON', () => {
  it('is told with its line', () => {
    const rows = ['{"manufacturer":"A","collection":"B","name":"C"}', '', '{"name":1}', '{"name":', '[]', '7']
    const { leftOut, bad } = read(rows.join('\n'))
    expect([...new Set(leftOut.map(({ line }) => line))]).toEqual([3, 4, 5, 6])
    expect(bad).toBe(4)
    expect(leftOut).toContainEqual({
      line: 5,
      kind: 'must be an object with the fields manufacturer, collection and name',
      value: '[]',
    })
    expect(leftOut).toContainEqual({ line: 4, kind: 'not valid JSON', value: '{"name":' })
  })

  it('shows its value, also of a deep list', () => {
    const { leftOut } = read(`{"manufacturer":${'['.repeat(50)}${']'.repeat(50)}}`)
    expect(leftOut[0]).toEqual({ line: 1, kind: 'manufacturer: must be text', value: '[ [ [Array] ] ]' })
  })
})

describe('an input that is no file of fabrics is refused whole, with what to do', () => {
  it.each([
    ['no CSV', 'hello\nworld\n', 'no column manufacturer, collection, name. Line 1 names: "hello".'],
    [
      'a column too few',
      'name;sku\nC;1\n',
      'no column manufacturer, collection. Line 1 names: "name", "sku".',
    ],
    ['control characters', 'ab\0,\x1b[31mb\n', 'Line 1 names: "ab", "[31mb".'],
    ['a JSON array', `\n[${JSON_ROSE}]`, 'The input is a JSON array. Write each object on a line'],
    ['too many columns', `${HEADER}${',x'.repeat(495)}\n`, 'Line 1 has more than 500 columns.'],
    ['an open quote', `${HEADER}\nA,B,C,1,,\nA,B,"D,2,,\nA,B,E,3,,\n`, 'row after line 2 does not end.'],
    ['Latin-1', Buffer.from(`${HEADER}\nA,B,Caf\xE9,1,,\n`, 'latin1'), 'not UTF-8 text. Save it as'],
    [
      'a workbook',
      Buffer.from('PK\x03\x04\x14\x00\x06\x00\xEF\xA0', 'latin1'),
      'save the sheet as "CSV UTF-8"',
    ],
  ])('%s', (_, input, message) => {
    expect(() => read(input)).toThrow(message)
  })

  it.each([
    ['a header', 'x'.repeat(3_000_000), /no column/],
    ['a row', `${HEADER}\nA,B,"${'x'.repeat(3_000_000)}`, /The row after line 1 does not end/],
  ])('%s without an end', (_, input, message) => expect(() => read(input)).toThrow(message))
})

describe('a cell that a spreadsheet would compute', () => {
  const FORMULAS = '=1+1 +1 -1 @SUM(A1) |calc ＝1 ＋1 －1 ＠SUM(A1)'.split(' ')
  const AWKWARD = [...FORMULAS, '=cmd|" /C"!A0', "'=1", "''-x", "'＝1", "'plain", "'", '6" strip', '"C" x']

  it('is written with an apostrophe, and read without it', () => {
    const text = AWKWARD.map((name) => csvLine(['A', 'B', name])).join('')
    expect(text).toContain("A,B,'=1+1\n")
    expect(text).not.toMatch(/[,"][=+@|＝＋－＠-]/)
    const { values } = read(`manufacturer,collection,name\n${text}`)
    expect(values.map(({ name }) => name)).toEqual(AWKWARD)
  })
})
