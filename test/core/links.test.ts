import { describe, expect, it } from 'vitest'
import { createLinks, slugOf } from '../../src/core/links.ts'

const links = createLinks('https://app.example.com/quilts')

describe('[D24.1] links', () => {
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
