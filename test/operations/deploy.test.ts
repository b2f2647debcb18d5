import { expect, it } from 'vitest'
import { createMetrics } from '../../src/operations/metrics.ts'
import { read } from '../project/imports.ts'
import { QUIET } from './sources.ts'

const alerts = read('deploy/alerts.yaml')

it('alert rules and dashboard name metrics that there are', async () => {
  const texts = `${alerts}${read('deploy/grafana-dashboard.json')}`
  const named = new Set(texts.match(/\b(?:selvage|nodejs|process)_[a-z0-9_]+/g))
  const metrics = createMetrics()
  metrics.watch(QUIET)
  const text = await metrics.text()
  const missing = [...named].filter((name) => !text.includes(`# HELP ${name.replace(/_bucket$/, '')} `))
  expect(missing).toEqual([])
  expect(named.size).toBeGreaterThan(12)
})

it('every alert says in words what is wrong and what to do', () => {
  const [, ...rules] = alerts.split(/^ *- alert: /m)
  expect(rules.length).toBeGreaterThan(5)
  for (const rule of rules) {
    expect(rule).toMatch(/^ *summary: \S/m)
    expect(rule).toMatch(/^ *action: \S/m)
  }
})
