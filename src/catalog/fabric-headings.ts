import type { Headings } from '../files/index.ts'

/**
 * The headings that shops and makers use, the surest first, a line for each language or kind: English, German,
 * French, Spanish, Dutch and Italian. They are in the form in which names are compared: lower case, without spaces
 * and accents. "Color" is the name if no other column is, else the colour.
 */
const TABLE = {
  manufacturer: `
    maker brand mfr mfg manufacturername makername brandname fabricbrand fabricmaker vendor company vendorname companyname
    hersteller marke
    fabricant marque
    fabricante marca
    fabrikant merk
    produttore`,
  collection: `
    line fabricline fabriccollection collectionname linename range series
    kollektion serie
    gamme
    coleccion linea
    collectie lijn
    collezione`,
  name: `
    fabricname colorname colourname fabriccolor fabriccolour colorway colourway farbname kleurnaam stoffname
    fabric title itemname productname product pattern patternname print description
    bezeichnung nom nombre naam nome shade
    color colour farbe couleur coloris kleur colore`,
  sku: `
    skunumber skuno fabricsku itemsku productsku variantsku item itemnumber itemno itemcode style stylenumber styleno
    productcode productnumber article articlenumber articleno partnumber partno colornumber colourno number no code
    artikelnummer artikelnr artnr artikel
    reference ref referencia codigo articulo
    codice articolo`,
  colorHex: `
    hex hexcode hexcolor hexcolour colourhex hexvalue swatchhex colorcode colourcode farbcode rgb
    color colour farbe couleur coloris kleur colore`,
  thumbnailUrl: `
    thumbnail thumbnailurl thumbnaillink thumbnailsrc thumb thumburl thumblink thumbsrc
    image imageurl imagelink imagesrc picture pictureurl picturelink picturesrc
    photo photourl photolink photosrc swatch swatchurl swatchlink swatchsrc
    bild bildurl bildlink foto fotourl fotolink
    imagen imagenurl imagenlink afbeelding afbeeldingurl afbeeldinglink immagine immagineurl immaginelink`,
}

export const FABRIC_HEADINGS: Headings = {
  of: 'fabrics',
  names: new Map(Object.entries(TABLE).map(([field, names]) => [field, names.trim().split(/\s+/)])),
  needed: ['manufacturer', 'collection', 'name'],
  ignored: ['id'],
}
