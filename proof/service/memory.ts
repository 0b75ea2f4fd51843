import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { withProduct, type Given } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { paced, send } from './load-generator.ts'
import type { Product } from '../../e2e/support/product.ts'

/**
 * R27, the server's part: three minutes of 200 requests per second of every common kind against the built product, whose heap is measured every ten
 * seconds after garbage collection. A leak grows linearly; caches fill in the first minute. The number of minutes is the only argument.
 */

const minutes = Number(process.argv[2] ?? 3)
const perSecond = 200
const every = 10
const MB = 1024 * 1024
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

async function main({ product, token, chatIds: [chatId = 0] }: Given): Promise<void> {
  const work = await everyKind(product, token, chatId)
  const heaps: { minute: number; mb: number }[] = []
  const start = performance.now()
  const end = start + minutes * 60_000
  const watching = (async () => {
    while (performance.now() < end - every * 500) {
      await setTimeout(every * 1000)
      heaps.push({ minute: (performance.now() - start) / 60_000, mb: (await product.sample(true)).heapBytes / MB })
    }
  })()
  const { outcomes, seconds } = await paced(perSecond, minutes * 60, work)
  await watching
  const answered = outcomes.get(200)?.length ?? 0
  const others = [...outcomes].filter(([status]) => status !== 200).map(([status, times]) => `${times.length} × ${status}`)
  const late = heaps.filter(({ minute }) => minute > minutes - 2)
  const first = heaps.findLast(({ minute }) => minute <= 1.05)!.mb
  const slope = slopeOf(late)
  const growth = heaps.at(-1)!.mb / first
  figure(
    'R27',
    slope <= 0.5 && growth <= 1.1 && others.length === 0 && answered / seconds >= 0.95 * perSecond,
    `server at ${Math.round(answered / seconds)} answers a second: heap after collection ${first.toFixed(1)} MB at minute 1, ${heaps.at(-1)!.mb.toFixed(1)} MB at the end (${growth.toFixed(2)} times), slope ${slope.toFixed(2)} MB a minute over the last 2; ${others.join(', ') || 'no errors'}`,
  )
}

/** Requests of programs and pages in turn: mostly reads, then writes, sign-ins with sign-outs, refusals, files. */
async function everyKind({ address }: Product, token: string, chatId: number) {
  const bearer = { authorization: `Bearer ${token}` }
  const fromPage = { [pageHeader.name]: pageHeader.value, origin: address }
  const api = (method: string, path: string, body?: object) =>
    send(agent, `${address}/api${path}`, { method, headers: bearer, ...(body && { body: JSON.stringify(body) }) })
  const signIn = async () => {
    const headers = fromPage
    const answer = await send(agent, address + gatewayPaths.session, { method: 'POST', headers, body: JSON.stringify({ token }) })
    const { identity } = JSON.parse(answer.text) as { identity: string }
    return { ...fromPage, cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '', [identityHeader]: identity }
  }
  const page = await signIn()
  const asPage = (path: string) => send(agent, address + gatewayPaths.api + path, { headers: page })
  const inChat = (rest: string) => `/chats/${chatId}/${rest}`
  let turn = 0
  const kinds = [
    () => asPage(inChat('messages?fast=true&limit=50&reverse')),
    () => api('GET', inChat(`messages?fast=true&limit=100&from=${Math.floor(Date.now() / 1000) - (turn % 1000) * 30_000}`)),
    () => api('POST', inChat('messages'), { text: `Message ${turn}` }),
    () => asPage('/chats'),
    () => api('GET', inChat('polls')),
    () => asPage(`/chats/${chatId}`),
    () => asPage('/account'),
    async () => {
      const id = `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`
      await api('POST', inChat('banned-ips'), { ip: id })
      return api('DELETE', inChat(`banned-ips/${id}`))
    },
    async () => {
      const headers = await signIn()
      return send(agent, address + gatewayPaths.session, { method: 'DELETE', headers, body: '{}' })
    },
    () => refused(api('GET', `/chats/${chatId + 1_000_000 + turn}`), 404),
    () => refused(send(agent, `${address}/api/chats`, { headers: { authorization: `Bearer rk_${turn}` } }), 401),
    () => send(agent, `${address}/`),
  ]
  return () => kinds[turn++ % kinds.length]!()
}

/** Succeeds if the request was refused as expected. */
async function refused(answer: Promise<{ status: number }>, expected: number): Promise<{ status: number }> {
  const { status } = await answer
  return { status: status === expected ? 200 : status }
}

/** The slope by least squares, in megabytes per minute. */
function slopeOf(points: readonly { minute: number; mb: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(({ minute }) => minute))
  const y = mean(points.map(({ mb }) => mb))
  const square = points.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return points.reduce((sum, { minute, mb }) => sum + (minute - x) * (mb - y), 0) / square
}

await withProduct([100_000], main)
