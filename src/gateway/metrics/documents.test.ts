import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from './registry.ts'

/** What is written about the metrics, compared with them. */

const root = join(import.meta.dirname, '../../..')
const { registry } = createMetrics({
  build: { version: '1', database: 'sqlite', service: 'bundled' },
  figures: async () => ({ value: null, seconds: null }),
  pool: () => null,
  isWorking: () => false,
})
const namesInCode = (text: string) => [...text.matchAll(/`([\w]+)`/g)].map((found) => found[1]!)

/** prom-client keeps the labels of a metric, and does not declare them. */
const labelsOf = (name: string): string[] => (registry.getSingleMetric(name) as unknown as { labelNames: string[] }).labelNames
const own = registry
  .getMetricsAsArray()
  .map(({ name }) => name)
  .filter((name) => name.startsWith('roomkeeper_'))

test('docs/operations.md describes every metric with its labels, and no other', () => {
  const lines = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('| `roomkeeper_')).map((line) => line.split('|').map((cell) => cell.trim()))
  const described = new Map(rows.map(([, name = '', labels = '']) => [name.slice(1, -1), namesInCode(labels)]))
  expect([...described.keys()].toSorted()).toEqual(own.toSorted())
  for (const [name, labels] of described) expect([name, labels]).toEqual([name, labelsOf(name)])
})
