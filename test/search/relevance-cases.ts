import type { Wanted } from './searching.ts'

/**
 * Questions as quilters, shops and makers of patterns ask them, each with what is listed first, by SKU or `collection/name`.
 * Each answer was read and found right before it was written down. Sections are named by the clauses that decide them.
 */
export const CASES = {
  '[D14.2, D14.3, D14.4, D14.5, D15.1, D15.2] words as they are written': `
kona mustard = K001-1240
mustard kona = K001-1240
Kona Cotton: Mustard = K001-1240
mustard robert kona kaufman cotton = K001-1240
pina colada = C120-PINACOLADA
PIÑA-COLADA! = C120-PINACOLADA
bella betty’s red = 9900-123
bettys red = 9900-123
mac & cheese = K001-851
kona gold = K001-1154 · K001-474
kona lime = K001-1192 · K001-493 · K001-478 · K001-860 · K001-842
kona = K001-860 · K001-405 · K001-197 · K001-1833 · K001-1479
american = AMB-33 · AMB-3 · AMB-90
pure = PE572 · PE-477 · PE-532
peppered = 51 · 91 · 16 · 97 · 90 · 20
moda = 9900-71 · 9900-145 · 9900-25
sky blue = Petal Signature Cotton Solids/Sky Blue · Superior Solids/Blue Sky
blue sky = Superior Solids/Blue Sky · Petal Signature Cotton Solids/Sky Blue
red = Century Solids/Red · AMB-82 · DV108 · Designer Essential Solids/Red · K001-1308 · 120021
moda gray = 9900-83 · 9900-185 · 9900-185S
moda bella navy = 9900-20
blueberry = DV025 · 9900-449 · C120-BLUEBERRY · K001-277 · PE-441
eucal = PE-503 · 121-191 · K001-841
riley black = C120-RILEYBLACK · C120-PITCHBLACK
🪡 kona mustard ☺️ = K001-1240
30s = 9900-25 · 9900-27 · 9900-23
bella 30 = 9900-30 · 9900-25 · 9900-27
shot cotton = Kaffe Fassett Shot Cotton/Ginger · Kaffe Fassett Shot Cotton/Sprout · Kaffe Fassett Shot Cotton/Steel
rjr cotton supreme bandana = Cotton Supreme Solids/Bandana
northcot navy = 9000-49
k001 1240 = K001-1240
K0011240 = K001-1240
K001-1240 = K001-1240
dv 047 = DV047
120021 = 120021
offwhite = 9900-200 · C120-OFFWHITE
off-white = 9900-200 · C120-OFFWHITE
hotpink = 121-147 · Cotton Supreme Solids/Hot Pink · C120-RILEYHOTPINK
coralreef = PE-438
konacotton curry = K001-1677
Free-Spirit aqua = Designer Essential Solids/Aqua
paint brush studio gold = 121-058 · 121-064 · 121-142 · 121-056
color works navy = 9000-49
lt blue = DV104 · 9900-63 · 120044 · AMB-91
light blue = 9900-63 · 120044 · DV104 · AMB-91
dark turquoise = AMB-102
kona med gray = K001-1223
mediterr = PE-454 · 9900-418
kona burgandy = K001-1054
kona turqoise = K001-1376
riley turqoise = C120-TURQUOISE
kona tangarine = K001-1370
biege = 121-070`,
  '[D14.1, D14.6, D16.9, D16.10] SKUs, numbers and short names': `
kona coral K001-1087 = K001-1087
Kona Curry (K001-1677) = K001-1677
moda 9900-20 navy = 9900-20
riley blake c120 pinacolada = C120-PINACOLADA
DV047 red fox = DV047
kona k001-108 = K001-1080 · K001-1082 · K001-1083 · K001-1084 · K001-1087
K001-10 = K001-1003 · K001-1005 · K001-1007 · K001-1009 · K001-1010
AGF = PE572 · PE-477 · PE-532
agf dragon fruit = PE-511
AGF mirage blue = PE-424
FS kaffe ginger = Kaffe Fassett Shot Cotton/Ginger
RBD cloud = C120-CLOUD
pure elements coral reef = PE-438
kona 1240 = K001-1240
kona no. 1240 = K001-1240
1240 kona = K001-1240
1387 = K001-1387
bella 97 = 9900-97
painters palette 58 = 121-058
agf 576 = PE576
DV1 = DV001
k1387 = K001-1387
PE 0413 = PE-413
cloud nine = 9000-403 · Cotton Supreme Solids/Cloud 9
kona coffee = K001-1083 · Cotton Supreme Solids/Kona Coffee`,
  '[D16.2, D16.7] words that say nothing, and sentences': `
kona cotton in amber = K001-1479
kona mustard fabric = K001-1240
curry kona by the yard = K001-1677
fat quarter of kona snow = K001-1339
kona ash quilting cotton = K001-1007
bella solids from moda in eggshell = 9900-281
pure solids by art gallery fabrics in coral reef = PE-438
does AGF have a storm = PE-594
I need a navy from moda bella = 9900-20
kona cotton collection, mustard colored = K001-1240
2 1/2 yards of 100% cotton kona coral = K001-1087
where can I buy 2 metres of kona coral? = K001-1087
I need a nice teal for my quilt = Century Solids/Teal
I need a nifty teal for my wardrobe = Century Solids/Teal
light grey solid for background = PE-419 · AMB-5 · C120-LIGHTGRAY
5m kona white = K001-1387
$12.99 kona white = K001-1387
northcott Make Me Blush = 9000-201
bella Together Tan = 9900-179
benartex Medium Gray = Superior Solids/Medium Gray
american made brand Blue = AMB-90 · AMB-30
kona ash charm pack = K001-1007
kona ash 5" squares = K001-1007
jelly roll strips kona cardinal = K001-1063
kona punch for appliqué = K001-447
is kona ash discontinued = K001-1007
kona ash under $10 a yard = K001-1007
Kona™ Ash fabric, 44in x 1yd = K001-1007
Kona Cotton K001-1007 Ash 3 yds @ 8.99 = K001-1007
My pattern calls for 3 yards of Kona Ash. Do you have it? = K001-1007
can you find the fabric "Windsor" made by Robert Kaufman in their Kona line = K001-1389`,
  '[D16.3, D16.4, D16.5, D17.11] families and tones': `
navy blue kona = K001-1243
kona mustard yellow = K001-1240
deep burgundy kona = K001-1054
bella hunter green = 9900-15
rich chocolate kona = K001-1073
pale pink kona = K001-1283
warm gray kona = K001-1855 · K001-1713
do you have a warm mustard kona solid? = K001-1240
dark warm mustard kona = K001-1240
hot coral = Superior Solids/Coral
moda purples = 9900-21 · 9900-413
rjr red = Cotton Supreme Solids/Red Wagon · Cotton Supreme Solids/Bowood Red · Cotton Supreme Solids/Noel Red
verde = Cotton Supreme Solids/Aloe Verde · C120-CAPEVERDE
kona curry yellow = K001-1677
pastel kona = K001-860
warm dusty = PE-464 · 9900-38
dusty bright idea = K001-838
light blues in bella solids = 9900-417 · 9900-32
all blue ones in bella = 9900-395 · 9900-305
teals in confetti cottons = C120-RILEYTEAL
navies in kona = K001-1243
kona purples dark = K001-1301 · K001-1232
earthy browns from freespirit = Designer Essential Solids/Canyon · Designer Essential Solids/Brown`,
  '[D16.6, D14.4] spellings': `
kxna mustard = K001-1240
kona mustrad = K001-1240
kona kiwis = K001-1188
painters palette irises = 121-153
painters palette caribbean = 121-197
robert kauffman mustard = K001-1240
micheal miller acid = Cotton Couture/Acid
bela solids fig = 9900-67 · 9900-69 · 9900-68
bella anvy = 9900-20
superior solids amber glwo = Superior Solids/Amber Glow
windam ruby bee agave = Ruby + Bee Solids/Agave
warm musterd kona = K001-1240
bella bettsy red = 9900-123`,
  '[D17.1, D17.2, D17.3, D17.5] colours': `
kona #D9A441 = K001-1704 · K001-1677 · K001-476 · K001-349
konna mustard #D9A441 = K001-1240
kona #5F8A8B = K001-1183 · K001-151 · K001-456 · K001-440 · K001-1854
"#5F8A8B" kona = K001-1183 · K001-151 · K001-456 · K001-440 · K001-1854
hex code 5f8a8b kona = K001-1183 · K001-151 · K001-456 · K001-440 · K001-1854
agf #5F8A8B = PE-518 · PE-452 · PE-442 · PE-497
muted #A70119 = 9000-24 · K001-1551
warm light #5F8A8B = PE-464
navy #000080 = AMB-93 · 9900-20 · AMB-53 · K001-1243
kona #fff #000 = K001-1387 · K001-1019 · K001-1287 · K001-1136
kona #000, #fff = K001-1019 · K001-1387 · K001-1136 · K001-1287
kona #D9A441 #5F8A8B = K001-1704 · K001-1183 · K001-1677 · K001-151
kona #D9A441 #5F8A8B #2C3E50 #B7410E #F4E8D0 = K001-1704 · K001-1183 · K001-1389 · K001-159 · K001-1181
https://coolors.co/264653-2a9d8f-e9c46a-f4a261-e76f51 = K001-1389 · C120-RAINFOREST · Designer Essential Solids/Citrus
my palette is #264653 #2a9d8f in kona = K001-1389 · K001-1031`,
  '[D17.6, D17.7] colours in words': `
off white kona = K001-1268 · K001-1303 · K001-1339
kona maroon = K001-1054 · K001-1151
konna maroon = K001-1054 · K001-1151
tiffany blue kona = K001-837
rot kona = K001-7
oxblood = Cotton Supreme Solids/Syrah
dunkelgruen = C120-TIMBERLINE
nachtblau kona = K001-412
dunkles blau = Cotton Supreme Solids/Denim
blau hell = DV104
verde oscuro = C120-TIMBERLINE
verde salvia = 121-191 · Designer Essential Solids/Asparagus
bleu marine = K001-140 · DV009
tela de color rojo kona = K001-7
bleu canard = 9000-690
mosgroen kona = K001-165
mausgrau = 9000-992
kobaltblauw kona = K001-25
donkerroze kona = K001-451
hellgraue kona = K001-457
dunkelrotes northcott = 9000-390
rött kona = K001-7
stoffa azzurra kona = K001-855
match these in painters palette: #112233 = 121-001`,
  '[D17.8, D17.9, D17.10] lists, and one line in another': `
Fabric A: Kona Curry, Fabric B: Kona Pond = K001-1677 · K001-200
A: kona curry, B: kona wine = K001-1677 · K001-1390
1. Kona Curry 2. Kona Wine 3. Kona Snow = K001-1677 · K001-1390 · K001-1339
- kona curry - kona wine = K001-1677 · K001-1390
Background - Kona Snow (3 yds), Accent - Kona Curry (1/2 yd) = K001-1339 · K001-1677
1 fat quarter each of kona curry, wine and pond = K001-1677 · K001-1390 · K001-200
navy, mustard and cream = Century Solids/Navy · 9900-213 · CS-10-Cream · Superior Solids/Navy
kona navy, kona windsor = K001-1243 · K001-1389
kona coral and teal = K001-1087 · K001-1373
kona navy (background), kona snow (stars) = K001-1243 · K001-1339
K001-1087 K001-1339 = K001-1087 · K001-1339
kona 1240 1387 = K001-1240 · K001-1387
navy of kona or bella = K001-1243 · 9900-20
sage, cognac, cream = Century Solids/Sage · PES904 · CS-10-Cream
kona curry in bella = 9900-455 · 9900-420
agf dupe for kona navy = PES910 · PE-517
bella match for kona ash = 9900-128
kona equivalent of bella 9900-97 = K001-1037
what bella solid matches kona windsor = 9900-329
kona curry bella equivalent = 9900-455
convert kona 1677 to bella = 9900-455
bella match for K001-1677 = 9900-455
bella match for K001-1677, agf match for K001-1007 = 9900-455 · PE-431
kona curry in bella, kona ash in bella = 9900-455 · 9900-128
kona robin's egg blue = K001-1514
make me blush = 9000-201
kona navy, essex linen = K001-1243
hint of mint = C120-HINTOFMINT
sea glass = Superior Solids/Sea Glass · 9000-671
tiger lily = Kona Cotton/Tiger Lily · PE-461
medium gray = Superior Solids/Medium Gray · K001-1223
liliac = Century Solids/Lilac
terracota = Century Solids/Terracotta
ruby and bee teal = Ruby + Bee Solids/China Blue
navy plus cream = Century Solids/Navy · CS-10-Cream
the wall is #DDD0C8 = C120-LATTE · 120002
warm light gray kona = K001-863
kona snow half metre = K001-1339
northcott oasis for my mother = 9000-640
kona overcast quilt kit = K001-854
lighter than kona navy = K001-1243
kona leaves = K001-28
ljusrosa kona = K001-1266
gris perle kona = K001-457
senapsgul kona = K001-1677
verde botella kona = K001-1185
creme kona = K001-1181
kona snow 44/45 = K001-1339`,
  '[D14.3, D15.2, D16.2, D16.11, D17.6, D17.8] as people write': `
Robert Kaufman Kona Cotton - Ash - K001-1007 = K001-1007
looking for riley blake confetti cottons in "songbird" = C120-SONGBIRD
Kona Cotton Solid Snow Yardage | Robert Kaufman = K001-1339
Kona® Cotton | Wasabi | 43/44in | 100% Cotton = K001-452
QTY 3 - KONA TITANIUM (K001-500) 44IN = K001-500
2x Kona Cotton Ash Fat Quarter = K001-1007
what's a good match for bella snow = Bella Solids/Snow · 9900-11S
looking for a soft sage green for a nursery quilt = 120020
I want something like tiffany blue but in kona = K001-837 · K001-1833
which moda solid is closest to navy = 9900-20
snow or ivory kona = K001-1339 · K001-1181
bright pink = K001-1049
kona bright peri = K001-1048
kona bright periwinkle = K001-1048
kona wht = K001-1387
teal for a modern quilt = Century Solids/Teal
a coral for small everyday quilts = Superior Solids/Coral
burnt orange = PE-406 · 121-057
rust orange solid = 9900-105 · 120017
olive drab = C120-PARSLEY · 121-034
seafoam green = DV136 · Cotton Couture/Seafoam
robin's egg = 9900-85 · Cotton Supreme Solids/Robin's Egg
cornflower blue = Superior Solids/Cornflower Blue · 120024
charcoal grey solid = Superior Solids/Charcoal · DV061
chocolate brown = Century Solids/Chocolate · PE-422
christmas red = 9900-16 · 121-067
lipstick = Superior Solids/Lipstick · Cotton Couture/Lipstick
golden yellow = C120-GOLDEN
golden yellow pure solids = PE-448 · PE553
icy blue = K001-846 · Cotton Couture/Spa
9900-20 = 9900-20 · 9900-200S
bella #20 = 9900-20
kona #452 = K001-452
painters palette #061 = 121-061
kona #333 = K001-1071
pure elements 431 = PE-431
C120-RED = C120-REDHEN
confetti cottons riley red = C120-RILEYRED · C120-REDHEN
ruby bee navy = Ruby + Bee Solids/Ink · Ruby + Bee Solids/Night Sky
moda grunge = Grunge Basics/Blush · Grunge Basics/Cream
108 wide = 11131-25 · DV108
sun print = 1282-B · 1282-C
navy, rust, cream and sage = Century Solids/Navy · 9900-105
dusty rose and sage green = 120009 · 120020
kona torch kona snow = K001-450 · K001-1339
mustard teal navy = 9900-213 · Century Solids/Teal
mustard dark coral navy = 9900-213 · AMB-40 · Century Solids/Navy
red, white and blue kona = K001-1308 · K001-1387
black/white/gray moda = 9900-99 · 9900-6098
pink + gold = Superior Solids/Pink · Superior Solids/Gold
kona: navy, snow, curry = K001-1243 · K001-1339
kona navy, kona zebra, kona curry = K001-1243 · K001-1677
kona schiefer oder kona curry = K001-1677
rot oder blau kona = K001-7 · K001-848
the palest pink bella = 9900-26
Gelb wie eine Zitrone = Cotton Couture/Canary
navy in kona, bella and pure = K001-1243 · 9900-20
autumn colours = Designer Essential Solids/Autumn · C120-AUTUMN
#264653 #2a9d8f #e9c46a kona = K001-1389 · K001-1031
sage vs olive = Century Solids/Sage · Superior Solids/Olive
rober kaufman kona ash = K001-1007
micheal miller cotton coutoure = Cotton Couture/Acid · Cotton Couture/Amber
pruple = Superior Solids/Purple · AMB-27
kona bule = K001-1028 · K001-1029
kona price = K001-860 · K001-405
how many kona colors are there = K001-860 · K001-405
hellgrün kona = K001-29 · K001-348
blauer stoff = 9000-45 · 9900-305
tela roja = Superior Solids/Vermilion · Cotton Supreme Solids/Oriole
groene stof = Cotton Couture/Turf · C120-LUCKY
mörkblå tyg = Cotton Supreme Solids/Denim · Cotton Couture/Nite
bella 9900-20 and 9900-97 = 9900-20 · 9900-97
20 = 20 · DV020
moda 9900 = 9900-71 · 9900-145
light grey kona = K001-863 · K001-1847
cool gray = K001-854 · C120-RILEYGRAY
warm white kona = K001-1339 · K001-1242
which is the warmest kona white = K001-1339 · K001-1242
cool whites = C120-ICEBERG
very dark green = AMB-22 · 121-113
bright white kona = K001-1387
bluish green = C120-SHAMROCK · K001-445
reddish brown = Cotton Supreme Solids/Bronze · Cotton Supreme Solids/Morocco
red orange = K001-323 · K001-1838
blue violet = AMB-28 · AMB-31
berries = Superior Solids/Berry · DV116
bleached white = 9900-97 · 9900-98
blue violet kona = K001-1857 · K001-1048
a nifty red for my wardrobe = Century Solids/Red · AMB-82
deep forest green for a christmas tree = Superior Solids/Forest · AMB-113
a red like an old barn = Century Solids/Red · AMB-82
red for flowers, green for leaves, brown for the stem = Century Solids/Red · Superior Solids/Green · AMB-15
kona snow (5 yards) kona navy (2 yards) = K001-1339 · K001-1243
lipstick red for a 1950s diner quilt = Superior Solids/Lipstick
solid black fabric for stained glass quilt = Century Solids/Black · Superior Solids/Black
aqua that leans green = Century Solids/Aqua
peacock teal = Century Solids/Teal · Superior Solids/Teal
vintage 1930s pink = 9900-27
What brown would work for a teddy bear applique? = AMB-15
sashing: light grey, 1 yd Painters Palette = 121-011
color works navy = 9000-49
muted orange century solids = Century Solids/Clay · Century Solids/Cafe au lait
dark blue devonstone = DV076
kona neutrals = K001-1181
camelia bella = 9900-441
off black kona = K001-1019
I'd like kona ash = K001-1007
she'd like kona snow = K001-1339
pure white kona = K001-1387
kona ash with kona coal = K001-1007 · K001-1080
kona snow plus bella navy = K001-1339 · 9900-20
white for background, black for sashing = Superior Solids/White · Century Solids/Black
pale yellow bella = 9900-31
royal blue pure solids = PE-455
navy freespirit = Designer Essential Solids/Freedom Blue
lavande kona = K001-1850
kona blakc = K001-1019
rich jewel tone emerald = CS-10-Emerald · PE-417
lightest kona = K001-1387 · K001-1287
darkest bella = 9900-199S · 9900-6099
kona rasin = K001-1469
kona snoww = K001-1339
kona buttr = K001-1055
ovean waves = PE-442
riley blake forrest = C120-FOREST
lite blue = DV104 · 9900-63
teel = Century Solids/Teal
dark gery = AMB-7`,
  '[D16.2, D16.7, D16.10] amounts beside names and numbers': `
kona 1339 8yd = K001-1339
K001-1339 FQ = K001-1339
9900-97 3 yds = 9900-97
bella 97 1/2 yd = 9900-97
PE-433 ½ yd = PE-433
tilda 120006 50 cm = 120006
6 bolts 9900-20, 2 bolts 9900-19 = 9900-20 · 9900-19
C120 CLOUD 1 bolt = C120-CLOUD
⅝ yd PURE Solids White Linen = PE-408
Kona Bright Pink 1 fat eighth = K001-1049
Northcott Colorworks Cafe O Lait .5 m = 9000-312
K001-1339 1 charm pack = K001-1339
Kona Ash (2), Kona Coal (1) = K001-1007 · K001-1080
3 Kona Ash, 2 Kona Coal = K001-1007 · K001-1080
2 K001-1007 = K001-1007
item no. K001-1387 = K001-1387
bella color 97 = 9900-97
bella (97) = 9900-97
pure black = PE-499
order 9900-98 (2), 9900-97 (1) = 9900-98 · 9900-97
Art.-Nr. 9900-98 = 9900-98
kona blanc 3 mètres = K001-1387
PE-433 10" square = PE-433
KONA SOLID SNOW 44" = K001-1339
Kona Snow, full bolt = K001-1339
Color 1: Kona Azalea = K001-419
Fabric 1 (background) Kona Silver 2 1/4 yd, Fabric 2 Kona Cerise 3/4 yd = K001-1333 · K001-1066`,
}

/** The cases of a section. */
export const parsed = (section: string): (readonly [asked: string, first: readonly string[]])[] =>
  section
    .trim()
    .split('\n')
    .map((line) => {
      const [asked = '', first = ''] = line.split(' = ')
      return [asked, first.split(' · ')]
    })

/** D18 */
export const FILTERS: ReadonlyArray<readonly [asked: Wanted, first: readonly string[]]> = [
  [{ query: 'charcoal', collection: 'kona' }, ['K001-1071']],
  [{ query: 'mustard', manufacturer: 'RK' }, ['K001-1240']],
  [{ query: 'fig', manufacturer: 'moda', collection: 'bella' }, ['9900-67', '9900-69', '9900-68']],
  [{ query: 'k001 1240', manufacturer: 'kaufman' }, ['K001-1240']],
  [{ query: 'musterd', manufacturer: 'robert kaufman' }, ['K001-1240']],
  [{ collection: 'peppered' }, ['51', '91', '16']],
  [{ query: 'coral', manufacturer: 'Moda' }, ['9900-147', '9900-319']],
  [{ query: 'curry', manufacturer: 'Robert Kaufman Fabrics' }, ['K001-1677']],
  [{ query: 'curry', manufacturer: 'Robert Kaufman Co.' }, ['K001-1677']],
  [{ query: 'coral', manufacturer: 'Moda Fabrics & Supplies' }, ['9900-147', '9900-319']],
  [{ query: 'curry', manufacturer: 'robert kauffman' }, ['K001-1677']],
  [{ query: 'coral reef', manufacturer: 'AGF' }, ['PE-438']],
  [{ query: 'kona mustard', manufacturer: 'AGF' }, ['PE-435']],
  [{ query: 'aqua', manufacturer: 'Free Spirit' }, ['Designer Essential Solids/Aqua']],
  [{ query: 'aqua', manufacturer: 'FS' }, ['Designer Essential Solids/Aqua']],
  [{ query: 'gold', manufacturer: 'Paint Brush Studio' }, ['121-058', '121-056', '121-064', '121-142']],
  [{ query: 'acid', manufacturer: 'michael millar' }, ['Cotton Couture/Acid']],
  [{ query: 'curry', collection: 'Kona Cotton' }, ['K001-1677']],
  [{ query: 'curry', collection: 'Kona Cotton Solids' }, ['K001-1677']],
  [{ query: 'curry', collection: 'kona solids' }, ['K001-1677']],
  [{ query: 'curry', collection: 'Kona Coton' }, ['K001-1677']],
  [{ query: 'navy', collection: 'Moda Bella' }, ['9900-20']],
  [{ query: 'navy', collection: 'Color Works' }, ['9000-49']],
  [{ query: 'coral reef', collection: 'Pure Elements' }, ['PE-438']],
  [{ query: 'coral', collection: 'Solids' }, ['120016']],
  [{ query: 'soft', collection: 'Kona Cotton' }, ['K001-860', 'K001-405']],
  [{ query: 'red', collection: 'AMB' }, ['AMB-82', 'AMB-4']],
  [{ query: 'navy', collection: 'Moda Bella Solids' }, ['9900-20']],
  [{ query: 'navy', manufacturer: 'Kona' }, ['K001-1243']],
  [{ query: '#C0737A', collection: 'kona or bella' }, ['9900-204', 'K001-1310']],
  [{ query: 'coral', manufacturer: 'Moda, RJR' }, ['9900-147', '9900-319']],
  [{ query: 'barn fox, ivory, navy', collection: 'kona' }, ['K001-1181', 'K001-1243']],
  [{ query: 'toffee, caramel', collection: 'painter or kona' }, ['K001-1698']],
  [{ query: 'red', manufacturer: 'Riley Blake' }, ['C120-REDHEN', 'C120-BARNRED', 'C120-DAHLIARED']],
]

/** Searches that give the same list in the same order. */
export const EQUALS: readonly (readonly [string | Wanted, string | Wanted])[] = [
  ['snow\nnavy\npoppy', 'snow, navy, poppy'],
  ['giallo senape', 'jaune moutarde'],
  ['K001-1677\nBella 9900-97', 'K001-1677, 9900-97'],
  ['grey', 'gray'],
  ['Light Grey', 'gray light'],
  ['colour works', 'color-works'],
  ['painter’s palette', 'painters palette'],
  ['ruby + bee', 'Ruby Bee'],
  ['lavander kona', 'lavender kona'],
  ['painters pallete', 'painters palette'],
  ['#D9A441', '#d9a441'],
  ['#fc0', '#FFCC00'],
  ['d9a441', '#D9A441'],
  ['rgb(217, 164, 65)', '#D9A441'],
  ['(#D9A441)', '#D9A441'],
  ['fabric nearest to #D9A441', '#D9A441'],
  ['hex: #D9A441', '#D9A441'],
  ['robert kaufman #D9A441', { query: '#D9A441', manufacturer: 'Robert Kaufman' }],
  [{ manufacturer: 'AGF' }, { manufacturer: 'Art Gallery Fabrics' }],
  [{ manufacturer: 'moda' }, { manufacturer: 'Moda Fabrics' }],
  [{ manufacturer: 'Kaufmann' }, { manufacturer: 'Robert Kaufman' }],
  [{ collection: 'amb' }, { collection: 'American Made Brand Cotton Solids' }],
  [{ collection: 'kona' }, { collection: 'Kona Cotton' }],
  [{ collection: 'moda' }, { manufacturer: 'Moda Fabrics' }],
  [{ collection: 'Kona Cotton Solids' }, { collection: 'Kona Cotton' }],
  ['rgb 217 164 65 kona', 'kona #D9A441'],
  ['moda hsl(240, 100%, 25%)', 'moda #000080'],
  ['#D9A441FF and 0x000080', '#D9A441 #000080'],
  ['rgb(0%, 0%, 50%)', '#000080'],
  ['rgb(0 0 128 / 50%)', '#000080'],
  ['rgba(0, 0, 127.6, .5)', '#000080'],
  ['kona rgb: 247, 76, 66', 'kona #F74C42'],
  ['hsl(240deg 100% 25%)', '#000080'],
  ['hsl 240 100 25', '#000080'],
  ['hsla(180, 50%, 75%, 0.3)', '#9FDFDF'],
  ['["#2E4057","rgb(217 164 65)"]', '#2E4057/#D9A441'],
  ['warm vivid kona', 'vivid kona'],
  ['darkest navy kona', 'dark navy kona'],
  ['lightest blue kona', 'light blue kona'],
  ['brightest red kona', 'bright red kona'],
  ['deepest purple bella', 'deep purple bella'],
  ['navy und teal', 'navy and teal'],
  ['bleu ou vert kona', 'bleu, vert kona'],
]

/** D16: a wrong answer is worse than none. */
export const EMPTY: readonly (string | Wanted)[] = [
  ...`
fall colors · muted · ' OR 'x'='x' -- · " · ' · 🧵 · # · #D9A44 · #GGGGGG · rgb(300, 0, 0) · rgb(0, 0, 101%) · hsl(0, 200%, 0%) · 0xF74C4 ·
#D9A4412 · kona zebra · kona unicorn · pure kona · tula pink · warm kona zebra · kona without maroon · kona 108 wide ·
show me please · kona k001-9999 · bella K001-1087 · oknoa curry · yardage · bread · shop · tall ·
tealight · black & cream stripe · red gingham · navy stripe · black and white gingham · teal, no green · navy no pattern · closest kona to bella zebra · batik teal · kaffe fassett aqua · flannel grey · minky white ·
ruby star society · cloud9 fabrics · dear stella · hoffman batiks · stonehenge · essex linen ·
kona crystal unicorn · layer cake bella · fat quarter bundle kona · aurifil thread · rotary cutter ·
sewing machine · blank quilting · not blue · anything but red · kona 20 · red buttons · red other than kona · kona match for grunge blush ·
paisley · cirrus solids`
    .trim()
    .split(/ ·\s/),
  ...['   ', '—…!', '%', '_', '\\', '🧵'.repeat(100), "moda'; drop table fabrics; --"],
  { manufacturer: '%' },
  { manufacturer: "moda'; drop table fabrics; --" },
  { query: 'mustard', manufacturer: 'Nobody' },
  { query: '#D9A441', manufacturer: 'Nobody' },
  { query: '#D9A441', collection: 'grunge' },
  { query: 'kona #D9A441', manufacturer: 'moda' },
  { collection: 'nothing like it' },
]
