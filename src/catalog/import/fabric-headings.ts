import { wordsOf } from '../../core/text.ts'
import type { Fields } from '../../records/fields.ts'

const COLOR_WORDS = wordsOf('color colour farbe couleur coloris kleur colore')
const PICTURES = wordsOf('thumbnail thumb image picture photo swatch bild foto imagen afbeelding immagine')

/**
 * The headings that shops and makers use, the surest first: in English, German, French, Spanish, Dutch and
 * Italian. They are in the form in which names are compared: lower case, without spaces and accents. "Color" is
 * the name if no other column is, else the colour.
 */
export const FABRIC_FIELDS: Fields = {
  of: 'fabrics',
  names: new Map([
    [
      'manufacturer',
      wordsOf(
        'maker brand mfr mfg manufacturername makername brandname fabricbrand fabricmaker vendor company',
        'vendorname companyname hersteller marke fabricant marque fabricante marca fabrikant merk produttore',
      ),
    ],
    [
      'collection',
      wordsOf(
        'line fabricline fabriccollection collectionname linename range series kollektion serie gamme',
        'coleccion linea collectie lijn collezione',
      ),
    ],
    [
      'name',
      [
        ...wordsOf(
          'fabricname colorname colourname fabriccolor fabriccolour colorway colourway farbname kleurnaam',
          'stoffname fabric title itemname productname product pattern patternname print description',
          'bezeichnung nom nombre naam nome shade',
        ),
        ...COLOR_WORDS,
      ],
    ],
    [
      'sku',
      wordsOf(
        'skunumber skuno fabricsku itemsku productsku variantsku item itemnumber itemno itemcode style',
        'stylenumber styleno productcode productnumber article articlenumber articleno partnumber partno',
        'colornumber colourno number no code artikelnummer artikelnr artnr artikel reference ref referencia',
        'codigo articulo codice articolo',
      ),
    ],
    [
      'colorHex',
      [
        ...wordsOf(
          'hex hexcode hexcolor hexcolour colourhex hexvalue swatchhex colorcode colourcode farbcode rgb',
        ),
        ...COLOR_WORDS,
      ],
    ],
    [
      'thumbnailUrl',
      PICTURES.flatMap((picture) => [picture, ...wordsOf('url link src').map((what) => picture + what)]),
    ],
  ]),
  needed: ['manufacturer', 'collection', 'name'],
  ignored: ['id'],
}
