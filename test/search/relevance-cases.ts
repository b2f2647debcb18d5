import type { Wanted } from './searching.ts'

/** A search and what it lists first, by SKU or `collection/name`. */
export type Case = readonly [asked: string | Wanted, first: readonly string[]]

const MUSTARD = 'K001-1240'

/** D14, D15: exact names, then names that begin so, then all words in the name, then across the fields, then inside. */
export const WORDS: readonly Case[] = [
  ['kona mustard', [MUSTARD]],
  ['mustard kona', [MUSTARD]],
  ['KONA   Mustard', [MUSTARD]],
  ['Kona Cotton: Mustard', [MUSTARD]],
  ['mustard robert kona kaufman cotton', [MUSTARD]],
  ['kon must', [MUSTARD]],
  ['pina colada', ['C120-PINACOLADA']],
  ['PIÑA-COLADA!', ['C120-PINACOLADA']],
  ['bella betty’s red', ['9900-123']],
  ['bettys red', ['9900-123']],
  ['mac & cheese', ['K001-851']],
  ['painters palette gold', ['121-058', '121-064', '121-142', '121-056']],
  ['kona gold', ['K001-1154', 'K001-474']],
  ['kona', ['K001-860', 'K001-405', 'K001-197', 'K001-1833', 'K001-1479']],
  ['american', ['AMB-33', 'AMB-3', 'AMB-90']],
  ['pure', ['PE572', 'PE-477', 'PE-532']],
  ['cotton couture', ['Cotton Couture/Acid', 'Cotton Couture/Amber']],
  ['peppered', ['51', '91', '16', '97', '90', '20']],
  ['moda', ['9900-71', '9900-145', '9900-25']],
  ['sky blue', ['Petal Signature Cotton Solids/Sky Blue', 'Superior Solids/Blue Sky']],
  ['blue sky', ['Superior Solids/Blue Sky', 'Petal Signature Cotton Solids/Sky Blue']],
  ['red', ['Century Solids/Red', 'AMB-82', 'DV108', 'Designer Essential Solids/Red', 'K001-1308', '120021']],
  ['red fox', ['DV047']],
  ['moda gray', ['9900-83', '9900-185', '9900-185S']],
  ['blueberry', ['DV025', '9900-449', 'C120-BLUEBERRY', 'K001-277', 'PE-441']],
  ['eucal', ['PE-503', '121-191', 'K001-841']],
  ['riley black', ['C120-RILEYBLACK', 'C120-BLACKBOARD', 'C120-PITCHBLACK']],
  ['30s', ['9900-25', '9900-27', '9900-23']],
  ['bella 30', ['9900-25', '9900-27', '9900-23']],
  ['shot cotton', ['Ginger', 'Sprout', 'Steel'].map((name) => `Kaffe Fassett Shot Cotton/${name}`)],
]

/** D16: only where the plain rule finds nothing. */
export const FALLBACKS: readonly Case[] = [
  ['kxna mustard', [MUSTARD]],
  ['ksona mustard', [MUSTARD]],
  ['k001 1240', [MUSTARD]],
  ['K0011240', [MUSTARD]],
  ['K001-1240', [MUSTARD]],
  ['k001.1240', [MUSTARD]],
  ['pe 576', ['PE576']],
  ['pe-576', ['PE576']],
  ['PE400', ['PE-400']],
  ['9900123', ['9900-123']],
  ['dv 047', ['DV047']],
  ['C120 pinacolada', ['C120-PINACOLADA']],
  ['kona ivory solid', ['K001-1181']],
  ['kona mustard fabric', [MUSTARD]],
  ['curry by robert kaufman', ['K001-1677']],
  ['the kona cotton cloth mustard', [MUSTARD]],
  ['kona musterd', [MUSTARD]],
  ['robert kauffman mustard', [MUSTARD]],
  ['kona mustrad', [MUSTARD]],
  ['kona curri', ['K001-1677']],
  ['konna delft', ['K001-1101']],
  ['michael millar', ['Cotton Couture/Acid', 'Cotton Couture/Amber']],
  ['bela solids fig', ['9900-67', '9900-69', '9900-68']],
  // The words of the catalog are misspelt too: Lavander Water, Turqoise.
  ['kona lavander', ['K001-1189']],
  ['riley turqoise', ['C120-TURQUOISE']],
]

/** D17 */
export const COLORS: readonly Case[] = [
  [{ query: '#D9A441', manufacturer: 'Robert Kaufman' }, ['K001-1704', 'K001-1677', 'K001-476', 'K001-349']],
  ['kona #D9A441', ['K001-1704', 'K001-1677', 'K001-476', 'K001-349']],
  ['#d9a441 kona', ['K001-1704', 'K001-1677', 'K001-476', 'K001-349']],
  ['kona d9a441', ['K001-1704', 'K001-1677', 'K001-476', 'K001-349']],
  [{ query: '#FF7F50', collection: 'kona' }, ['K001-192', 'K001-853', 'K001-400', 'K001-496']],
  ['kona #000', ['K001-1019', 'K001-1136', 'K001-1178']],
  [{ query: '#fff', manufacturer: 'moda' }, ['9900-436', '9900-436S', '9900-6098', '9900-98S', '9900-98']],
  ['konna mustard #D9A441', [MUSTARD]],
  ['kona lavander #FFF', ['K001-1189']],
]

/** D18 */
export const FILTERS: readonly Case[] = [
  [{ query: 'charcoal', collection: 'kona' }, ['K001-1071']],
  [{ query: 'mustard', manufacturer: 'RK' }, [MUSTARD]],
  [{ query: 'fig', manufacturer: 'moda', collection: 'bella' }, ['9900-67', '9900-69', '9900-68']],
  [{ query: 'k001 1240', manufacturer: 'kaufman' }, [MUSTARD]],
  [{ query: 'musterd', manufacturer: 'robert kaufman' }, [MUSTARD]],
  [{ collection: 'peppered' }, ['51', '91', '16']],
]

/** Searches that give the same list in the same order. */
export const EQUALS: readonly (readonly [string | Wanted, string | Wanted])[] = [
  ['grey', 'gray'],
  ['Light Grey', 'gray light'],
  ['colour works', 'color-works'],
  ['painter’s palette', 'painters palette'],
  ['ruby + bee', 'Ruby Bee'],
  ['pina colada', 'Piña Colada'],
  ['#D9A441', '#d9a441'],
  ['#fc0', '#FFCC00'],
  ['d9a441', '#D9A441'],
  ['robert kaufman #D9A441', { query: '#D9A441', manufacturer: 'Robert Kaufman' }],
  [{ manufacturer: 'AGF' }, { manufacturer: 'Art Gallery Fabrics' }],
  [{ manufacturer: 'moda' }, { manufacturer: 'Moda Fabrics' }],
  [{ manufacturer: 'rbd' }, { manufacturer: 'RILEY BLAKE designs' }],
  [{ collection: 'amb' }, { collection: 'American Made Brand Cotton Solids' }],
  [{ collection: 'kona' }, { collection: 'Kona Cotton' }],
]

export const EMPTY: readonly (string | Wanted)[] = [
  '%',
  '_',
  "' OR 1=1 --",
  '"',
  "'",
  '🧵',
  'kona 🧵',
  '#',
  '#D9A44',
  '#GGGGGG',
  'facade',
  'black white',
  'qqqqqqqq',
  'kona zzyzx',
  { query: 'mustard', manufacturer: 'Nobody' },
  { query: '#D9A441', manufacturer: 'Nobody' },
  { query: '#D9A441', collection: 'grunge' },
  { query: 'kona #D9A441', manufacturer: 'moda' },
]
