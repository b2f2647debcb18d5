import { expect, it } from 'vitest'
import { alikeOf, mentionsOf } from '../../src/core/named-items.ts'
import type { AssetRecord } from '../../src/core/repositories.ts'
import { itemOf } from '../design/designs.ts'

const quilt = (id: string, fields: Partial<AssetRecord>) =>
  itemOf('quilts', { id, name: `Quilt ${id}`, ...fields })

it('[D38.5] an item mentions a query with every word, in its notes, tags or layout', () => {
  const items = [
    quilt('a', { description: 'from Kona' }),
    quilt('b', { tags: ['KONA', 'navy'] }),
    quilt('c', { description: 'Bella', tags: ['navy'], layoutMode: 'on-point' }),
  ]
  const mentions = (query: string) => mentionsOf(items, query).map(({ id }) => id)
  expect(mentions('kona')).toEqual(['a', 'b'])
  expect(mentions('navy kona')).toEqual(['b'])
  expect(mentions('On Point')).toEqual(['c'])
  expect(mentions('!?')).toEqual([])
})

it('[D38.5] the nearest names have the most words of a query', () => {
  const items = ["Bear's Paw", 'Bear Cabin', 'Log Cabin'].map((name, at) => quilt(`${at}`, { name }))
  const alike = (query: string) => alikeOf(items, query).map(({ name }) => name)
  expect(alike('Bear Paw block')).toEqual(["Bear's Paw"])
  expect(alike('bear quilt')).toEqual(["Bear's Paw", 'Bear Cabin'])
  expect(alike('my quilt of stars')).toEqual([])
  expect(alike('')).toEqual([])
})
