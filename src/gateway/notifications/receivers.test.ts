import { type ServerResponse, createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { notificationEventNames, notificationTries } from '#contract/gateway/notification-events.ts'
import { figure } from '../../test-figure.ts'
import { isProof, runs } from '../../test-runs.ts'
import { type Network, isPublic } from '../images/safe-fetch.ts'
import { listenOnLoopback } from '../testing/loopback-server.ts'
import { startNotifications } from './test-notifications.ts'
import { startReceiver } from './test-receivers.ts'

/**
 * Receivers that are down, slow, answer 500, close the connection, redirect to private addresses, or whose name starts to resolve to one: everything that
 * can be delivered within the tries is delivered, the rest is in the log as failed, and nothing is ever sent to a private address. PROOF=1 makes four
 * times as many runs, with a receiver that never answers, and prints figures.
 */

const publicAddress = '93.184.215.14'
const slowMs = 50

interface Body {
  id: string
  events: { id: string }[]
}

/** A receiver that fails the first tries of each delivery in one way, and accepts the next one. */
async function startFailing(failures: number, fail: (response: ServerResponse) => void) {
  const receiver = await startReceiver()
  const tries = new Map<string, number>()
  /** The events that it has accepted. */
  const accepted = new Set<string>()
  receiver.state.respond = (_, response) => {
    const { id, events } = JSON.parse(receiver.received.at(-1)!.body) as Body
    const made = (tries.get(id) ?? 0) + 1
    tries.set(id, made)
    if (made <= failures) return fail(response)
    for (const event of events) accepted.add(event.id)
    response.writeHead(204).end()
  }
  return { ...receiver, accepted, isHopeless: failures >= notificationTries }
}
type Failing = Awaited<ReturnType<typeof startFailing>>

/** A private server that must never be reached. */
async function startPrivate() {
  let requests = 0
  const { port, close } = await listenOnLoopback(createServer((_, response) => void (requests++, response.end('inner'))))
  return { port, close, requests: () => requests }
}

/** A port where nothing listens. */
async function closedPort() {
  const { port, close } = await listenOnLoopback(createServer())
  await close()
  return port
}

const failures = fc.integer({ min: 0, max: notificationTries + 1 })
const ways = fc.record({ down: failures, error: failures, cut: failures, slow: failures, redirect: failures })
const happenings = fc.array(fc.record({ event: fc.constantFrom(...notificationEventNames), after: fc.integer({ min: 0, max: 300 }) }), {
  minLength: 3,
  maxLength: 12,
})
const redirects = fc.constantFrom(301, 302, 303, 307, 308)
const insides = fc.constantFrom(['127.0.0.1'], ['10.0.0.7'], ['169.254.169.254'], ['::1'], [publicAddress, '192.168.0.1'])

test(
  'receivers that fail in every way: no event is lost within the tries, and nothing is sent to a private address',
  { timeout: 600_000 },
  async () => {
    const total = { runs: 0, events: 0, deliveries: 0, tries: 0, lost: 0, unrecorded: 0, inner: 0 }

    async function run(
      way: Record<'down' | 'error' | 'cut' | 'slow' | 'redirect', number>,
      happened: { event: (typeof notificationEventNames)[number]; after: number }[],
      status: number,
      inside: readonly string[],
    ) {
      const inner = await startPrivate()
      let innerConnections = 0
      let isMoved = false
      const network: Network = {
        resolve: async () => (isMoved ? [...inside] : [publicAddress]),
        connect: (host, addresses) => {
          if (!addresses.every(isPublic)) innerConnections++
          return connect({ host: '127.0.0.1', port: inner.port, servername: host })
        },
      }
      const location = `http://127.0.0.1:${inner.port}/`
      const receivers: Failing[] = await Promise.all([
        startFailing(way.error, (response) => void response.writeHead(500).end('queue not found')),
        startFailing(way.cut, (response) => void response.destroy()),
        startFailing(way.down, (response) => void response.writeHead(503, { 'retry-after': '1' }).end()),
        startFailing(way.redirect, (response) => void response.writeHead(status, { location }).end()),
        startFailing(way.slow, (response) => void setTimeout(slowMs).then(() => response.writeHead(504).end())),
      ])
      // A port where nothing listens; and, in a proof, a receiver that never answers: each of its tries takes 10 s.
      const nobody = `127.0.0.1:${await closedPort()}`
      const silent = isProof && total.runs === 0 ? await startFailing(notificationTries, () => {}) : null
      const all = await startNotifications(undefined, {
        network,
        allowedHosts: [...receivers.map(({ host }) => host), nobody, ...(silent ? [silent.host] : [])],
      })
      try {
        for (const { address } of [...receivers, ...(silent ? [silent] : [])]) await all.addWebhook(notificationEventNames, { address })
        await all.addWebhook(notificationEventNames, { name: 'nobody', address: `http://${nobody}/hooks` })
        await all.addWebhook(notificationEventNames, { name: 'moved', address: 'https://moved.example/hooks' })
        isMoved = true
        // Each delivery to the receiver that never answers takes 50 s.
        for (const [index, { event, after }] of (silent ? happened.slice(0, 2) : happened).entries()) {
          await all.happens(event, { subject: `subject ${index}` })
          await all.pass(after)
        }
        // Enough time for all tries of all deliveries, one delivery per channel at a time.
        for (let pass = 0; pass < 80; pass++) await all.pass(120)

        const eventIds = (await all.query.selectFrom('notification').select('id').execute()).map(({ id }) => id)
        const rows = await all.query.selectFrom('notification_delivery').selectAll().execute()
        const channels = await all.query.selectFrom('notification_channel').selectAll().execute()
        const items = await all.query.selectFrom('notification_item').selectAll().execute()
        const eventsOf = (host: string, state: string) => {
          const channel = channels.find((one) => one.host === host)!.id
          const ids = new Set(rows.filter((row) => row.channel_id === channel && row.state === state).map(({ id }) => id))
          return new Set(items.filter((item) => ids.has(item.delivery_id)).map((item) => item.notification_id))
        }
        total.runs++
        total.events += eventIds.length
        total.deliveries += rows.length
        total.tries += rows.reduce((sum, { tries }) => sum + tries, 0)
        for (const { host, accepted, isHopeless } of receivers) {
          if (isHopeless) total.unrecorded += eventIds.filter((id) => !eventsOf(host, 'failed').has(id)).length
          else {
            total.lost += eventIds.filter((id) => !accepted.has(id)).length
            total.unrecorded += eventIds.filter((id) => !eventsOf(host, 'delivered').has(id)).length
          }
        }
        for (const host of [nobody, 'moved.example', ...(silent ? [silent.host] : [])])
          total.unrecorded += eventIds.filter((id) => !eventsOf(host, 'failed').has(id)).length
        total.inner += inner.requests() + innerConnections
        expect(rows.filter(({ state }) => state === 'waiting')).toEqual([])
        expect({ lost: total.lost, unrecorded: total.unrecorded, inner: total.inner }).toEqual({ lost: 0, unrecorded: 0, inner: 0 })
      } finally {
        await all.close()
        await Promise.all([inner, ...receivers, ...(silent ? [silent] : [])].map(({ close }) => close()))
      }
    }

    onTestFinished(() => {
      if (isProof)
        figure(
          'N1',
          total.runs > 0 && total.lost + total.unrecorded + total.inner === 0,
          `${total.events} events in ${total.runs} runs, each to 7 receivers that are down, slow, answer 500, close the connection, redirect or resolve to private addresses, and one that never answers: ${total.deliveries} deliveries, ${total.tries} tries, ${total.lost} events lost, ${total.unrecorded} without their outcome in the log, ${total.inner} requests to private addresses`,
        )
    })
    await fc.assert(
      fc.asyncProperty(ways, happenings, redirects, insides, (way, happened, status, inside) => run(way, happened, status, inside)),
      { numRuns: runs(20), endOnFailure: true },
    )
  },
)

test('actions that cause notifications do not wait for receivers: they complete while every receiver withholds its answer', async () => {
  const withheld: ServerResponse[] = []
  const silent = await Promise.all(Array.from({ length: 16 }, () => startReceiver()))
  for (const { state } of silent) state.respond = (_, response) => void withheld.push(response)
  const all = await startNotifications(undefined, { allowedHosts: silent.map(({ host }) => host) })
  for (const { address } of silent) await all.addWebhook(['waveBegan', 'passkeyAdded'], { address })
  await all.happens('waveBegan')
  await all.worker.tick()
  await all.sender.tick()
  await expect.poll(() => withheld.length).toBe(silent.length)

  const actions = isProof ? 50 : 5
  let slowest = 0
  for (let index = 0; index < actions; index++) {
    const started = performance.now()
    await all.happens('passkeyAdded', { subject: `passkey ${index}` })
    await all.get(all.ines.cookie, 'myNotificationEventSet', { body: { event: 'waveBegan', isOn: index % 2 === 0 } })
    await all.sender.tick()
    slowest = Math.max(slowest, performance.now() - started)
  }
  const open = withheld.filter(({ writableEnded, destroyed }) => !writableEnded && !destroyed).length
  const written = (await all.query.selectFrom('notification').select('id').where('title', '=', 'It happened: passkeyAdded').execute())
    .length
  expect([open, written]).toEqual([silent.length, actions])
  if (isProof)
    figure(
      'N1',
      open === silent.length,
      `${actions} actions completed while ${open} of ${silent.length} receivers withheld their answers, the slowest in ${slowest.toFixed(0)} ms`,
    )
  for (const response of withheld) response.writeHead(204).end()
  await all.sender.settled()
  await all.close()
  await Promise.all(silent.map(({ close }) => close()))
})
