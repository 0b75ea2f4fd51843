import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/gateway.ts'
import { startProcess } from '../testing/start-process.ts'
import { startCollector } from './test-collector.ts'

/** The complete process with the standard variables, as operators set them. */

let temporary: ReturnType<typeof temporaryFolder>
let collector: Awaited<ReturnType<typeof startCollector>>
beforeEach(async () => {
  temporary = temporaryFolder()
  collector = await startCollector()
})
afterEach(async () => {
  await collector.close()
  temporary.remove()
})

/** Starts the product, asks it once, and stops it. */
async function runOnce(env: Record<string, string>) {
  const { child, ready, ended } = startProcess(temporary.folder, env)
  expect((await fetch(`${await ready}/bff/session`)).status).toBe(200)
  child.kill('SIGTERM')
  return ended
}

test('the standard variables decide where traces are sent, with which headers, and as which service', async () => {
  const { code, errors, out } = await runOnce({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-of-the-collector',
    OTEL_SERVICE_NAME: 'chats',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    LOG_LEVEL: 'info',
  })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  // What was left when it stopped.
  expect(collector.requests).toMatchObject([{ path: '/v1/traces', headers: { 'x-key': 'secret-of-the-collector' } }])
  expect(collector.resources()).toEqual([
    { 'service.name': 'chats', 'service.version': expect.stringMatching(/^\d/), 'deployment.environment.name': 'test' },
  ])
  expect(collector.spans().map(({ name }) => name)).toEqual(['GET /bff/session'])
  expect(out).not.toContain('secret-of-the-collector')
})

test('a sampler that drops everything sends nothing', async () => {
  await runOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_SAMPLER: 'always_off' })
  expect(collector.requests).toEqual([])
})

test('without an exporter, or with it turned off, nothing is sent', async () => {
  await runOnce({ OTEL_SERVICE_NAME: 'chats' })
  await runOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_EXPORTER: 'none' })
  await runOnce({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SDK_DISABLED: 'true' })
  expect(collector.requests).toEqual([])
})

test('a collector that is not there does not keep the process from ending well', async () => {
  await collector.close()
  const { code, errors } = await runOnce({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.address}/v1/traces` })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  collector = await startCollector()
})
