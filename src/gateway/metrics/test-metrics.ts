import type { GatewayOptions } from '../gateway-options.ts'
import { startGateway } from '../testing/gateway.ts'
import { type Figures, createLatest, readFigures } from './figures.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { createMetrics } from './registry.ts'

export const metricsToken = 'a token of the operator'.replaceAll(' ', '-')

/** A gateway with metrics on its main port. Metrics of the database are read again once the clock has advanced by ten seconds. */
export async function startMeasured(options: Partial<GatewayOptions> = {}) {
  const figures = (): Promise<Figures> =>
    readFigures({
      query: gateway.query,
      size: gateway.database.size,
      backlog: gateway.worker.backlog,
      nowMs: () => gateway.clock.ms,
    })
  const metrics = createMetrics({
    build: { version: '1.2.3', database: 'sqlite', service: 'bundled' },
    figures: createLatest(figures, () => gateway.clock.ms),
    pool: () => gateway.database.pool(),
    isWorking: () => gateway.worker.isWorking(),
  })
  const gateway: Awaited<ReturnType<typeof startGateway>> = await startGateway({
    ...options,
    metrics: { recorder: metrics.recorder, routes: metricsRoutes(metrics, metricsToken) },
  })
  const scrape = (authorization = `Bearer ${metricsToken}`) => gateway.send('/metrics', { headers: { authorization } })
  const samples = async () => samplesOf(await (await scrape()).text())
  return { ...gateway, scrape, samples }
}

/** The values of a scrape by series, such as `roomkeeper_rules{state="live"}`, with labels sorted by name. */
export function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (name === '') throw new Error(`Not a sample: ${line}`)
      return [
        labels === ''
          ? name
          : `${name}{${labels
              .split(/,(?=\w+=)/)
              .toSorted()
              .join(',')}}`,
        Number(value),
      ]
    }),
  )
}
