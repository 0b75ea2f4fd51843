import type { Database } from '#db/open.ts'
import { release } from '#db/release.ts'
import type { MetricsSettings } from '../env.ts'
import type { GatewayTables } from '../database/database.ts'
import type { Worker } from '../worker/worker.ts'
import { createLatest, readFigures } from './figures.ts'
import { metricsRoutes, metricsServer } from './metrics-routes.ts'
import { type MetricsOptions, createMetrics } from './registry.ts'

/** @param worker called with each scrape, so the worker may be created later */
export function openMetrics(
  { port, token }: MetricsSettings,
  build: Omit<MetricsOptions['build'], 'version'>,
  database: Database<GatewayTables>,
  worker: () => Worker,
) {
  const { query, size, pool } = database
  const metrics = createMetrics({
    build: { ...build, version: release },
    figures: createLatest(() => readFigures({ query, size, backlog: () => worker().backlog(), nowMs: Date.now })),
    pool,
    isWorking: () => worker().isWorking(),
  })
  const hasOwnPort = port !== null
  return {
    recorder: metrics.recorder,
    /** For the main port, if the metrics have no port of their own. */
    routes: hasOwnPort ? null : metricsRoutes(metrics, token),
    server: hasOwnPort ? metricsServer(metrics, token) : null,
  }
}
