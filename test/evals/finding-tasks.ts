import { browse, search } from './calls.ts'
import type { Task } from './task.ts'

/** Fabrics by name, number and colour; guides. No account needed. */
export const FINDING_TASKS: readonly Task[] = [
  {
    user: 'How many Konas are there?',
    coverage: 'full',
    calls: [search({ collection: 'Kona Cotton', limit: 1 }, /"truncated":true/)],
    reply: /37\d/,
  },
  {
    user: 'Which lines have a colour that is simply called Coral?',
    coverage: 'full',
    calls: [search({ query: 'coral' }, /"name":"Coral".*"name":"Coral"/)],
    reply: /kona|bella/i,
  },
  {
    user: 'I need the number of the Bella Solids black. I believe there are two.',
    coverage: 'full',
    calls: [search({ query: 'bella black' }, /9900-(?:99|6099).*9900-(?:99|6099)/)],
    reply: /9900-99[\s\S]*9900-6099|9900-6099[\s\S]*9900-99/,
  },
  {
    user: 'What is 9900-147?',
    coverage: 'full',
    calls: [search({ query: '9900-147' }, /"sku":"9900.?147"/)],
    reply: /bella/i,
  },
  {
    user: 'Which Kona is nearest to coral, #FF7F50? Kona Coral looks too red to me.',
    coverage: 'full',
    calls: [search({ query: '#FF7F50', collection: 'Kona Cotton', limit: 3 }, /"name":"Mango"/)],
    reply: /mango/i,
  },
  {
    user: 'What comes close to Kona Delft from any other maker?',
    coverage: 'full',
    calls: [
      search({ query: 'kona delft', limit: 1 }, /"colorHex":"#507F9D"/),
      search({ query: '{0.fabrics.0.colorHex}', limit: 10 }, /"manufacturer":"(?!Robert)/, {
        query: /#507F9D/i,
      }),
    ],
    reply: /approximate|screen|swatch|compare|in person|close/i,
  },
  {
    user: 'The whitest white in RJR Cotton Supreme, please.',
    coverage: 'full',
    calls: [
      search(
        { query: '#FFFFFF', manufacturer: 'RJR', limit: 3 },
        /^\{"fabrics":\[\{[^}]*"name":"Optical White"/,
      ),
    ],
    reply: /optical white/i,
  },
  {
    user: 'Show me what Tilda has.',
    coverage: 'full',
    calls: [search({ manufacturer: 'Tilda' }, /"manufacturer":"Tilda/)],
    reply: /tilda/i,
  },
  {
    user: 'Do you carry Moda Grunge?',
    coverage: 'full',
    calls: [search({ query: 'grunge' }, /"collection":"[^"]*Grunge/)],
    reply: /grunge/i,
  },
  {
    user: 'Which PURE Solids are called something with rose?',
    coverage: 'full',
    calls: [search({ query: 'rose', collection: 'PURE Solids' }, /[Rr]ose/)],
    reply: /rose/i,
  },
  {
    user: 'Send me a link to look through Kona Cotton.',
    coverage: 'full',
    calls: [search({ collection: 'Kona Cotton', limit: 1 }, /"libraryUrl":"[^"]+\/kona-cotton"/)],
    reply: /\/fabrics\/robert-kaufman\/kona-cotton/,
  },
  {
    user: 'Match these to Konas: #264653, #2A9D8F, #E9C46A, #F4A261, #E76F51.',
    coverage: 'full',
    calls: [
      search(
        { query: '#264653 #2A9D8F #E9C46A #F4A261 #E76F51', collection: 'Kona Cotton', limit: 5 },
        /(?:"sku":"K001-.*){5}/,
      ),
    ],
    reply: /K001-[\s\S]*K001-[\s\S]*K001-/,
  },
  {
    user: 'How big is a layer cake?',
    coverage: 'full',
    calls: [browse('precuts', 'layer cake', /10 x 10 inch/)],
    reply: /10/,
  },
  {
    user: 'What exactly is a fat quarter?',
    coverage: 'full',
    calls: [browse('precuts', 'fat quarter', /18 x 21-22 inches/)],
    reply: /18/,
  },
  {
    user: 'I quilt by hand. Which batting needles easily?',
    coverage: 'full',
    calls: [browse('batting-brands', 'hand quilting', /easy to needle/)],
    reply: /\w+/,
  },
  {
    user: 'Is wool batting warm, and can I wash it?',
    coverage: 'full',
    calls: [
      browse('batting-materials', 'wool', /light for its warmth/),
      browse('batting-brands', 'wool', /washable wool/),
    ],
    reply: /warm[\s\S]*wash|wash[\s\S]*warm/i,
  },
  {
    user: 'Compare Hobbs 80/20 with Warm & Natural.',
    coverage: 'full',
    calls: [browse('batting-brands', undefined, /Warm & Natural.*Hobbs Heirloom Premium 80\/20/)],
    reply: /hobbs[\s\S]*warm|warm[\s\S]*hobbs/i,
  },
  {
    user: 'Is flannel any good for a baby quilt?',
    coverage: 'full',
    calls: [browse('fabric-types', 'flannel', /[Ff]lannel/)],
    reply: /flannel/i,
  },
  {
    user: 'What do you say about Juki?',
    coverage: 'full',
    calls: [browse('machine-brands', 'juki', /Juki/i)],
    reply: /juki/i,
  },
  {
    user: 'Which mats turn while I cut?',
    coverage: 'full',
    calls: [browse('cutting-mats', 'rotating', /[Rr]otating/)],
    reply: /rotat/i,
  },
  {
    user: 'What does a domestic machine for quilting cost about?',
    coverage: 'part',
    calls: [browse('quilting-machines', undefined, /"priceRange"/)],
    reply: /\$/,
  },
  {
    user: 'Where do I buy Kona in the US?',
    coverage: 'full',
    calls: [browse('fabric-brands', 'kaufman', /"retailers":\[/)],
    reply: /https?:/,
  },
]
