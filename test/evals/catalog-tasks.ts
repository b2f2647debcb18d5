import type { Task } from './task.ts'

const FABRICS = 'search_fabric_catalog'
const GUIDES = 'browse_supplies'

/** Rust, pumpkin, mustard, moss and chocolate, as a model may choose them. */
const AUTUMN = ['#A0522D', '#D2691E', '#D9A441', '#6B7B3A', '#5C4033']

/** What needs no account. */
export const CATALOG_TASKS: readonly Task[] = [
  {
    user: 'What is the SKU of Kona Curry?',
    coverage: 'full',
    calls: [
      {
        tool: FABRICS,
        arguments: { query: 'kona curry' },
        answer: /"sku":"K001-1677"/,
        accepts: { query: /curry/i },
      },
    ],
    reply: /K001-1677/,
  },
  {
    user: 'My pattern says K001-1677. Which fabric is that?',
    coverage: 'full',
    calls: [{ tool: FABRICS, arguments: { query: 'K001-1677' }, answer: /"name":"Curry"/ }],
    reply: /curry/i,
  },
  {
    user: "I have Bella Solids Betty's Red. What comes close in Confetti Cottons?",
    coverage: 'full',
    calls: [
      {
        tool: FABRICS,
        arguments: { query: "bella betty's red" },
        answer: /"colorHex":"#FF3838"/,
        accepts: { query: /betty/i },
      },
      {
        tool: FABRICS,
        arguments: { query: '{0.fabrics.0.colorHex}', collection: 'Confetti Cottons' },
        answer: /"collection":"Confetti Cottons".*"colorHex"/,
        accepts: { query: /#FF3838/i, collection: /confetti/i },
      },
    ],
    reply: /approximate|screen|in person|swatch|close/i,
  },
  {
    user: 'Show me all the Moda greys.',
    coverage: 'full',
    calls: [
      {
        tool: FABRICS,
        arguments: { query: 'gray', manufacturer: 'Moda Fabrics' },
        answer: /"truncated":(true|false)/,
        accepts: { query: /gr[ae]y/i, manufacturer: /moda/i },
      },
    ],
    reply: /zen gr[ae]y/i,
  },
  {
    user: 'Browse Kona Cotton for me, the first fifty colours.',
    coverage: 'full',
    calls: [
      {
        tool: FABRICS,
        arguments: { collection: 'Kona Cotton', limit: 25 },
        answer: /"cursor":"[^"]+","truncated":true/,
        accepts: { collection: /kona/i },
      },
      {
        tool: FABRICS,
        arguments: { collection: 'Kona Cotton', limit: 25, cursor: '{0.cursor}' },
        answer: /"collection":"Kona Cotton"/,
        accepts: { collection: /kona/i },
      },
    ],
    reply: /\w+/,
  },
  {
    user: 'Pick me an autumn palette of five colours from Kona Cotton.',
    coverage: 'full',
    calls: [
      {
        tool: FABRICS,
        arguments: { query: AUTUMN.join(' '), collection: 'Kona Cotton', limit: 5 },
        answer: /(?:"sku":"K001-.*){5}/,
        accepts: { query: /#[0-9a-f]{6}/i, collection: /kona/i },
      },
    ],
    reply: /K001-/,
  },
  {
    user: 'Is Kona Curry in stock anywhere, and what does a yard cost?',
    coverage: 'none',
    calls: [],
    reply: /cannot|can't|don't|no (?:prices|stock)|not/i,
  },
  {
    user: 'Which batting gives me that crinkly vintage look?',
    coverage: 'full',
    calls: [
      {
        tool: GUIDES,
        arguments: { category: 'batting-materials', query: 'crinkl' },
        answer: /shrinks 3-5%.*"guideUrl"/,
        accepts: { query: /./ },
      },
    ],
    reply: /cotton/i,
  },
  {
    user: 'I need batting for a baby quilt that gets washed every week, under $12 a yard.',
    coverage: 'part',
    calls: [
      { tool: GUIDES, arguments: { category: 'batting-materials' }, answer: /"priceRange":"\$8-14 per yard/ },
    ],
    reply: /\$/,
  },
  {
    user: 'What is the difference between a jelly roll and a honey bun?',
    coverage: 'full',
    calls: [
      {
        tool: GUIDES,
        arguments: { category: 'precuts', query: 'roll' },
        answer: /2\.5-inch strips.*1\.5 inches wide/,
        accepts: { query: /./ },
      },
    ],
    reply: /2\.5[\s\S]*1\.5|1\.5[\s\S]*2\.5/,
  },
  {
    user: 'I have arthritis. Which rotary cutter should I buy first?',
    coverage: 'full',
    calls: [
      {
        tool: GUIDES,
        arguments: { category: 'rotary-cutters', query: 'arthritis' },
        answer: /Martelli/,
        accepts: { query: /./ },
      },
    ],
    reply: /martelli/i,
  },
  {
    user: 'Where can I buy Art Gallery fabrics?',
    coverage: 'full',
    calls: [
      {
        tool: GUIDES,
        arguments: { category: 'fabric-brands', query: 'art gallery' },
        answer: /"retailers":\[\{"name":"[^"]+","url":"https:/,
      },
    ],
    reply: /https?:/,
  },
  {
    user: 'Find me a longarm with at least 20 inches of throat for less than $20,000.',
    coverage: 'part',
    calls: [
      {
        tool: GUIDES,
        arguments: { category: 'quilting-machines' },
        answer: /24-inch longarm.*"priceRange":"\$16,000-30,000"/,
        accepts: { query: /longarm/i },
      },
    ],
    reply: /q24|24/i,
  },
]
