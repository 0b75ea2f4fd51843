import { Agent } from 'node:http'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { nextOf } from '#service/handlers/messages.ts'
import { type Given, withProduct } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { type Measured, figuresOf, paced, saturate, send } from './load-generator.ts'
import type { Product } from '../../e2e/support/product.ts'

/**
 * R24 and the server's part of R25: the built product on SQLite with 1,000,000 messages in one chat, under load over 50 connections from this process,
 * which shares the machine with it. The only argument is the duration of each mix in seconds, 30 by default; a warm-up of a third of it comes first.
 */

const seconds = Number(process.argv[2] ?? 30)
const connections = 50
const pages = 3000
const MB = 1024 * 1024
const agent = new Agent({ keepAlive: true, maxSockets: connections })

async function main({ product, token, chatIds: [chatId = 0, doomed = 0] }: Given): Promise<void> {
  const chat = await chatOf(product, token, chatId)
  // From here on: while it starts, the product serves nobody.
  await product.sample()
  await underLoad(chat)
  const reading = await anywhere(chat)
  const blocks = [(await product.sample()).maxBlockMs]
  const deletion = await whileDeleting(product, chat, doomed)
  blocks.push((await product.sample()).maxBlockMs)
  const used = Math.round((await product.sample()).maxResidentBytes / MB)
  const longest = Math.round(Math.max(...blocks))
  const good = [reading, deletion.reading].every(({ p99, others }) => p99 <= 50 && others === 0)
  figure(
    'R25',
    good && longest <= 200 && used <= 700,
    `page of 100 anywhere p50 ${reading.p50} ms, p99 ${reading.p99} ms; deleting 333,000 rows took ${deletion.seconds.toFixed(1)} s, pages meanwhile p99 ${deletion.reading.p99} ms; loop stood still for ${longest} ms at most, ${Math.round(Math.max(blocks[1]!))} ms during the deletion; server ${used} MB at most`,
  )
}

interface Chat {
  page: (query: string) => Promise<{ status: number }>
  pageOfDashboard: (query: string) => Promise<{ status: number }>
  post: () => Promise<{ status: number }>
  remove: (chatId: number) => Promise<{ status: number }>
  /** A point in time among the messages, in Unix seconds. */
  someTime: () => number
  /** Inside a range that includes every message. */
  someDepth: () => string
}

async function chatOf({ address }: Product, token: string, chatId: number): Promise<Chat> {
  const bearer = { authorization: `Bearer ${token}` }
  const fromPage = { [pageHeader.name]: pageHeader.value, origin: address }
  const signIn = await send(agent, address + gatewayPaths.session, {
    method: 'POST',
    headers: fromPage,
    body: JSON.stringify({ token }),
  })
  const cookie = signIn.headers['set-cookie']?.[0]?.split(';')[0]
  if (!cookie) throw new Error(`No session: ${signIn.text}`)
  const path = `/chats/${chatId}/messages`
  const at = (query: string) => `${path}?fast=true&limit=100&${query}`
  const last = Math.floor(Date.now() / 1000)
  const first = last - 365 * 86_400
  const someTime = () => first + Math.floor(Math.random() * (last - first))
  return {
    page: (query) => send(agent, `${address}/api${at(query)}`, { headers: bearer }),
    pageOfDashboard: (query) => send(agent, address + gatewayPaths.api + at(query), { headers: { ...fromPage, cookie } }),
    post: () =>
      send(agent, `${address}/api${path}`, {
        method: 'POST',
        headers: bearer,
        body: JSON.stringify({ text: 'Doors at seven, music from eight. 🙂' }),
      }),
    remove: (other) => send(agent, `${address}/api/chats/${other}/messages`, { method: 'DELETE', headers: bearer }),
    someTime,
    someDepth: () => {
      const next = nextOf({ range: { chatId, reverse: false, from: first, to: last }, limit: 100, after: { time: someTime(), id: 0 } })
      return `from=${first}&to=${last}&next=${encodeURIComponent(next)}`
    },
  }
}

async function underLoad({ page, pageOfDashboard, post, someTime }: Chat): Promise<void> {
  const mixes = {
    'page reads of programs': { least: 600, work: () => page(`from=${someTime()}`) },
    'page reads of the dashboard': { least: 600, work: () => pageOfDashboard(`from=${someTime()}`) },
    'durable writes': { least: 400, work: post },
  }
  for (const [name, { least, work }] of Object.entries(mixes)) {
    await saturate(connections, seconds / 3, work)
    const { perSecond, p50, p99, others } = figuresOf(await saturate(connections, seconds, work))
    const reached = perSecond >= least && p99 <= 100 && others === 0
    figure('R24', reached, `${perSecond} ${name} a second, p50 ${p50} ms, p99 ${p99} ms, ${others} errors`)
  }
}

/** Reads at random positions: from a point in time, up to a point in time, and deep in the middle of all messages. */
async function anywhere({ page, someTime, someDepth }: Chat) {
  const places = [() => `from=${someTime()}`, () => `to=${someTime()}&reverse`, someDepth]
  const measured: Measured = { outcomes: new Map(), seconds: 0 }
  for (let count = 0; count < pages; count++) {
    const start = performance.now()
    const { status } = await page(places[count % places.length]!())
    measured.outcomes.set(status, [...(measured.outcomes.get(status) ?? []), performance.now() - start])
  }
  return figuresOf(measured)
}

async function whileDeleting({ sample }: Product, chat: Chat, doomed: number) {
  await sample()
  const start = performance.now()
  let seconds = Number.NaN
  const deletion = chat.remove(doomed).then(({ status }) => {
    if (status !== 200) throw new Error(`The deletion was answered with ${status}`)
    seconds = (performance.now() - start) / 1000
  })
  const reading = await paced(50, 5, () => chat.page(`from=${chat.someTime()}`))
  await deletion
  return { seconds, reading: figuresOf(reading) }
}

await withProduct([1_000_000, 333_000], main)
