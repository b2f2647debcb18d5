import { atLeast, list, newBlock, newProject, projects, read } from './calls.ts'
import type { Task } from './task.ts'

/** What `user_demo` owns, and what they start. */
export const ITEM_TASKS: readonly Task[] = [
  {
    user: 'Which of my quilts are archived?',
    coverage: 'full',
    calls: [list('quilts', { limit: 50 }, /"name":"Barn Raising[^}]*"archived":true/)],
    reply: /barn raising/i,
  },
  {
    user: 'How big is each of my quilts?',
    coverage: 'full',
    calls: [list('quilts', { limit: 50 }, /"width":50,"height":64/)],
    reply: /50[\s\S]*64/,
  },
  {
    user: 'How many blocks do I have?',
    coverage: 'full',
    calls: [list('blocks', { limit: 50 }, atLeast(28, '"id":"blk_'))],
    reply: /\b28\b/,
  },
  {
    user: 'Which of my blocks are still empty?',
    coverage: 'full',
    calls: [list('blocks', { limit: 50 }, atLeast(2, '"shapeCount":0[,}]'))],
    reply: /untitled[\s\S]*corner|corner[\s\S]*untitled/i,
  },
  {
    user: "What do I have to cut for my Bear's Paw?",
    coverage: 'full',
    calls: [
      list('blocks', { query: "bear's paw" }, /"id":"blk_/),
      read('blocks', /"cutting":\[.*"form":"half-square-triangle","width":2,"height":2,"count":16/, {
        outline: true,
      }),
    ],
    reply: /16[\s\S]*(?:triangle|hst)/i,
  },
  {
    user: 'How many half-square triangles does my Churn Dash have?',
    coverage: 'full',
    calls: [
      list('blocks', { query: 'churn dash' }, /"id":"blk_/),
      read('blocks', /"half-square-triangle","width":4,"height":4,"count":4/, { outline: true }),
    ],
    reply: /\b(?:8|eight)\b/i,
  },
  {
    user: 'How many pieces of each fabric do I cut for my Olive Pinwheels quilt?',
    coverage: 'full',
    calls: [
      list('quilts', { query: 'olive pinwheels' }, /"id":"qlt_/),
      read('quilts', /"cutting":\[.*"half-square-triangle","width":3,"height":3,"count":84/, {
        outline: true,
      }),
    ],
    reply: /84[\s\S]*42/,
  },
  {
    user: 'How many pieces has my Mariner’s Compass?',
    coverage: 'full',
    calls: [list('blocks', { query: 'mariner' }, /"shapeCount":640/)],
    reply: /640/,
  },
  {
    user: 'Which projects of mine are quilts for babies?',
    coverage: 'full',
    calls: [projects('baby', /Baby Quilt/)],
    reply: /olive/i,
  },
  {
    user: 'What quilts do I have in the guild raffle project?',
    coverage: 'full',
    calls: [
      projects('guild raffle', /"id":"prj_/),
      list('quilts', { projectId: '{0.projects.0.id}' }, /Raffle Ohio Stars/),
    ],
    reply: /ohio stars/i,
  },
  {
    // The note of the first list says which other kinds the project has.
    user: 'What is in my Coastal project?',
    coverage: 'full',
    calls: [
      projects('coastal', /"id":"prj_/),
      list('quilts', { projectId: '{0.projects.0.id}' }, /Coastal Geese/),
      list('blocks', { projectId: '{0.projects.0.id}' }, /Flying Geese Strip/),
      list('patterns', { projectId: '{0.projects.0.id}' }, /Coastal Geese throw/),
    ],
    reply: /flying geese[\s\S]*coastal geese|coastal geese[\s\S]*flying geese/i,
  },
  {
    user: 'How wide are the sashing and the border of my Harvest sampler?',
    coverage: 'full',
    calls: [
      list('quilts', { query: 'harvest' }, /"id":"qlt_/),
      read('quilts', /"sashing":\{"width":2.*"borders":\[\{"width":3/, { outline: true }),
    ],
    reply: /2[\s\S]*3/,
  },
  {
    user: 'Which layout has my Coastal Geese quilt?',
    coverage: 'full',
    calls: [list('quilts', { query: 'coastal geese' }, /"layoutMode":"strip"/)],
    reply: /strip/i,
  },
  {
    user: 'What patterns did I save?',
    coverage: 'full',
    calls: [list('patterns', {}, /"id":"pat_/)],
    reply: /\w+/,
  },
  {
    user: 'Which colours do my swatches have?',
    coverage: 'full',
    calls: [list('swatches', { limit: 50 }, /"colorHex":"#404946"/)],
    reply: /#[0-9A-F]{6}/i,
  },
  {
    user: 'Give me the link to all of my projects.',
    coverage: 'full',
    calls: [projects(undefined, /"projectsUrl":"[^"]+\/projects"/)],
    reply: /\/projects/,
  },
  {
    user: 'My connection dropped while you made the project "Winter Cabin". Is it there?',
    coverage: 'full',
    calls: [projects('winter cabin', /"projects":\[\]/)],
    reply: /not|no /i,
  },
  {
    user: 'Create a project called Winter and start two square blocks for it, finished 6 and 9 inches.',
    coverage: 'part',
    calls: [newProject('Winter'), newBlock(6, 6), newBlock(9, 9)],
    makes: [
      { kind: 'project', name: /winter/i },
      { kind: 'block', name: /./, width: 6, height: 6 },
      { kind: 'block', name: /./, width: 9, height: 9 },
    ],
    reply: /editor|place/i,
  },
  {
    user: 'Start a block that finishes 12 wide and 18 high.',
    coverage: 'full',
    calls: [newBlock(12, 18)],
    makes: [{ kind: 'block', name: /./, width: 12, height: 18 }],
    reply: /\/editor\/blocks\//,
  },
  {
    user: 'Start a Shoo Fly block that measures 12.5 inches before it is sewn in.',
    coverage: 'full',
    calls: [newBlock(12, 12, 'Shoo Fly')],
    makes: [{ kind: 'block', name: /shoo fly/i, width: 12, height: 12 }],
    reply: /12/,
  },
  {
    user: 'Share my Coastal project with Anna.',
    coverage: 'none',
    calls: [projects('coastal', /"url":"[^"]+\/projects\//)],
    reply: /\/projects\//,
  },
  {
    user: 'Rename Scrap Busting to Scraps.',
    coverage: 'none',
    calls: [projects('scrap busting', /"url":"[^"]+\/projects\//)],
    reply: /\/projects\//,
  },
  {
    user: 'Put my Ohio Star block into the Harvest project.',
    coverage: 'none',
    calls: [list('blocks', { query: 'ohio star' }, /"url":"[^"]+\/editor\/blocks\//)],
    reply: /\/editor\/blocks\//,
  },
]
