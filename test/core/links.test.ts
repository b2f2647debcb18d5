import { expect, it } from 'vitest'
import { createLinks, slugOf } from '../../src/core/links.ts'

it.each(['../admin', 'a/b', 'a?b#c', 'p_piñata', '%2e%2e', 'a b', '🪡'])(
  '[D24.1] links keep the id %j one segment',
  (id) => {
    const { pathname, search, hash } = new URL(createLinks('https://app.example.com/quilts').project(id))
    const [, , , segment = '', ...others] = pathname.split('/')
    expect([search + hash, others, decodeURIComponent(segment)]).toEqual(['', [], id])
  },
)

it.each([
  ['Painter’s Palette Solids', 'painters-palette-solids'],
  ['Grunge Hits the Spot 108"', 'grunge-hits-the-spot-108'],
  ['Ruby + Bee Solids', 'ruby-bee-solids'],
  ['Crème & Co.', 'creme-and-co'],
])('slug of %s', (name, slug) => expect(slugOf(name)).toBe(slug))
