import { describe, expect, it } from 'vitest'
import { createLinks, slugOf } from '../../src/core/links.ts'

const links = createLinks('https://app.example.com/quilts')

describe('[D24.1] links', () => {
  it.each([
    ['projects', links.projects, '/projects'],
    ['fabrics', links.fabrics, '/fabrics'],
    ['a project', links.project('prj_1-_A'), '/projects/prj_1-_A'],
    ['a block', links.editor('blocks', 'blk_1'), '/editor/blocks/blk_1'],
    ['a quilt', links.editor('quilts', 'qlt_1'), '/editor/quilts/qlt_1'],
    ['a swatch', links.editor('swatches', 'swt_1'), '/editor/swatches/swt_1'],
    ['a pattern', links.editor('patterns', 'pat_1'), '/editor/patterns/pat_1'],
    [
      'a collection',
      links.fabricCollection('Robert Kaufman', 'Kona Cotton'),
      '/fabrics/robert-kaufman/kona-cotton',
    ],
    ['a guide', links.guide('rulers', '6x24'), '/guides/rulers/6x24'],
  ])('to %s', (_, link, path) => expect(link).toBe(`https://app.example.com/quilts${path}`))

  it.each(['../admin', 'a/b', 'a?b#c', 'p_piñata', '%2e%2e', 'a b', '🪡'])(
    'keep the id %j one segment',
    (id) => {
      const { pathname, search, hash } = new URL(links.project(id))
      expect(search + hash).toBe('')
      expect(pathname.split('/')).toHaveLength(4)
      expect(decodeURIComponent(pathname.split('/')[3] ?? '')).toBe(id)
    },
  )
})

it.each([
  ['Painter’s Palette Solids', 'painters-palette-solids'],
  ['Grunge Hits the Spot 108"', 'grunge-hits-the-spot-108'],
  ['Ruby + Bee Solids', 'ruby-bee-solids'],
  ['Crème & Co.', 'creme-and-co'],
])('slug of %s', (name, slug) => expect(slugOf(name)).toBe(slug))
