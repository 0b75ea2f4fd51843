import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProcess } from '../../test-program.ts'
import { temporaryFolder } from '../testing/gateway.ts'
import { samplesOf } from './test-metrics.ts'

/** The metrics of the complete process, as operators start it. */

let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(() => temporary.remove())

const metricsAddress = /"metrics","address":"([^"]+)"/

/** Resolves once it is ready, to its address and that of its metrics, if they have their own. */
async function start(env: Record<string, string>) {
  const { ready, said, stop } = startProcess(temporary.folder, { LOG_LEVEL: 'info', ...env })
  const address = await ready
  const metrics = () => metricsAddress.exec(said())?.[1] ?? null
  // Both are written to stdout, in no fixed order.
  if (env['METRICS_PORT'] !== undefined) await expect.poll(metrics).not.toBeNull()
  return { address, metrics: metrics(), stop }
}

test('with METRICS_PORT that port serves the metrics and nothing else, and the main port has no metrics', async () => {
  const running = await start({ METRICS_PORT: '0' })
  const at = String(running.metrics)
  expect(at).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await fetch(`${running.address}/healthz`)
  const answer = await fetch(`${at}/metrics`)
  const samples = samplesOf(await answer.text())
  expect(samples.get('roomkeeper_http_requests_total{endpoint="healthz",outcome="ok",surface="operator"}')).toBe(1)
  expect(samples.get('roomkeeper_worker_lease_held')).toBe(1)
  expect([...samples.keys()].find((series) => series.startsWith('roomkeeper_build_info'))).toMatch(
    /\{database="sqlite",service="bundled",version="\d+\.\d+\.\d+"\}$/,
  )
  expect((await fetch(`${at}/healthz`)).status).toBe(404)
  expect((await fetch(`${at}/bff/session`)).status).toBe(404)
  expect((await fetch(`${at}/metrics`, { method: 'POST' })).status).toBe(405)
  expect(await (await fetch(`${running.address}/metrics`)).text()).not.toContain('roomkeeper_')
  expect(await running.stop()).toMatchObject({ code: 0, errors: '' })
})

test('with METRICS_TOKEN alone they are on the main port; with both only on the metrics port, and the token is required', async () => {
  const token = 'a-token-of-the-operator'
  const authorization = { headers: { authorization: `Bearer ${token}` } }
  const beside = await start({ METRICS_TOKEN: token })
  expect(beside.metrics).toBeNull()
  expect((await fetch(`${beside.address}/metrics`)).status).toBe(401)
  expect(await (await fetch(`${beside.address}/metrics`, authorization)).text()).toContain('roomkeeper_build_info')
  await beside.stop()

  const apart = await start({ METRICS_TOKEN: token, METRICS_PORT: '0' })
  expect((await fetch(`${apart.metrics}/metrics`)).status).toBe(401)
  expect(await (await fetch(`${apart.metrics}/metrics`, authorization)).text()).toContain('roomkeeper_build_info')
  expect(await (await fetch(`${apart.address}/metrics`, authorization)).text()).not.toContain('roomkeeper_')
  await apart.stop()
})

test('without settings there are no metrics', async () => {
  const running = await start({})
  expect(running.metrics).toBeNull()
  expect(await (await fetch(`${running.address}/metrics`)).text()).not.toContain('roomkeeper_')
  await running.stop()
})
