import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { createMetrics } from '../../src/operations/metrics.ts'
import { read } from '../project/imports.ts'
import { QUIET } from './sources.ts'

const ruleFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

/** Names of metrics in expressions. */
const metricsOf = (expressions: readonly string[]) =>
  new Set(expressions.join('\n').match(/\b(?:selvage|nodejs|process)_[a-z0-9_]+/g))

it('alert rules and dashboard name metrics that there are, and every alert says what to do', async () => {
  const rules = ruleFile.parse(parse(read('deploy/alerts.yaml'))).groups.flatMap((group) => group.rules)
  const { panels } = dashboard.parse(JSON.parse(read('deploy/grafana-dashboard.json')))
  const named = metricsOf([
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ])
  const metrics = createMetrics()
  metrics.watch(QUIET)
  const text = await metrics.text()
  const missing = [...named].filter((name) => !text.includes(`# HELP ${name.replace(/_bucket$/, '')} `))
  expect(missing).toEqual([])
  expect(named.size).toBeGreaterThan(12)
})
