import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from './registry.ts'

/** Compares the documentation, the dashboard and the alerts with the metrics. */

const root = join(import.meta.dirname, '../../..')
const { registry } = createMetrics({
  build: { version: '1', database: 'sqlite', service: 'bundled' },
  figures: async () => ({ value: null, seconds: null }),
  pool: () => null,
  isWorking: () => false,
})
const namesInCode = (text: string) => [...text.matchAll(/`([\w]+)`/g)].map((found) => found[1]!)

/** prom-client stores the label names of a metric, but does not declare them in its types. */
const labelsOf = (name: string): string[] => (registry.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames
const own = registry
  .getMetricsAsArray()
  .map(({ name }) => name)
  .filter((name) => name.startsWith('roomkeeper_'))

test('docs/operations.md describes exactly the existing metrics with their labels', () => {
  const lines = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('| `roomkeeper_')).map((line) => line.split('|').map((cell) => cell.trim()))
  const described = new Map(rows.map(([, name = '', labels = '']) => [name.slice(1, -1), namesInCode(labels)]))
  expect([...described.keys()].toSorted()).toEqual(own.toSorted())
  for (const [name, labels] of described) expect([name, labels]).toEqual([name, labelsOf(name)])
})

interface Dashboard {
  panels: { type: string; title: string; targets?: { expr: string; legendFormat: string }[] }[]
  templating: { list: { query: unknown }[] }
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function dashboardQueries(): string[] {
  const { panels, templating } = JSON.parse(read('deploy/grafana/roomkeeper.json')) as Dashboard
  const variables = templating.list.flatMap(({ query }) => (typeof query === 'object' ? [JSON.stringify(query)] : []))
  return [...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)), ...variables]
}

/** Each expression ends where the next key of its alert starts. */
const alertQueries = () => [...read('deploy/prometheus/alerts.yml').matchAll(/expr: ([\s\S]*?)\n {8}\w+:/g)].map((found) => found[1]!)

/** The suffixes of the series of each type of metric. */
const suffixes: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  counter: [''],
  gauge: [''],
  summary: ['', '_sum', '_count'],
}
const seriesOf = new Map(
  registry
    .getMetricsAsArray()
    .flatMap(({ name, type }) =>
      suffixes[type]!.map((suffix): [string, string[]] => [name + suffix, [...labelsOf(name), 'instance', 'le']]),
    ),
)

/** The faults of a query: metrics that do not exist, and labels that its metrics do not have. */
function faultsIn(query: string): string[] {
  const names = [...query.matchAll(/\b(?:roomkeeper|nodejs|process)_\w+/g)].map((found) => found[0])
  const known = new Set(names.flatMap((name) => seriesOf.get(name) ?? []))
  const compared = [...query.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)/g)].map((found) => found[1]!)
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap((found) => found[1]!.split(',').map((label) => label.trim()))
  return [
    ...names.filter((name) => !seriesOf.has(name)).map((name) => `no metric ${name}`),
    ...[...compared, ...grouped].filter((label) => !known.has(label) && label !== 'job').map((label) => `no label ${label}`),
  ]
}

test('the dashboard and the alerts use existing metrics and labels', () => {
  expect(faultsIn('sum by (chat) (rate(roomkeeper_requests_total{outcome="ok"}[5m]))')).toHaveLength(3)
  const queries = [...dashboardQueries(), ...alertQueries()]
  expect(queries.length).toBeGreaterThan(40)
  expect(alertQueries()).toHaveLength(read('deploy/prometheus/alerts.yml').split('- alert:').length - 1)
  expect(queries.flatMap((query) => faultsIn(query).map((fault) => `${fault}: ${query}`))).toEqual([])
})

test('the dashboard shows each of our metrics, and its legends use existing labels', () => {
  const shown = dashboardQueries().join('\n')
  expect(own.filter((name) => !shown.includes(name))).toEqual([])
  const { panels } = JSON.parse(read('deploy/grafana/roomkeeper.json')) as Dashboard
  const wrong = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
        .map((found) => found[1]!)
        .filter((label) => (!/\bby \(/.test(expr) ? label !== 'instance' : !new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr)))
        .map((label) => `${title}: ${label}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('the dashboard compares with existing outcomes, states and surfaces', () => {
  const known: Record<string, string[]> = {
    outcome: ['ok', 'refused', 'limited', 'unavailable', 'failed', 'timeout', 'unreachable', 'not_api'],
    surface: ['page', 'program', 'workspace', 'session', 'app', 'operator'],
    state: ['fellBack'],
  }
  const compared = [...dashboardQueries(), ...alertQueries()].flatMap((query) =>
    [...query.matchAll(/(outcome|surface|state)(?:=~|!=|=)"([^"$]*)"/g)].map((found) => ({
      label: found[1]!,
      values: found[2]!.split('|'),
    })),
  )
  expect(compared.length).toBeGreaterThan(4)
  expect(compared.flatMap(({ label, values }) => values.filter((value) => !known[label]!.includes(value)))).toEqual([])
})
