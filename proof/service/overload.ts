import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '#db/open.ts'
import { createToken } from '#service/accounts/accounts.ts'
import type { Tables } from '#service/tables.ts'
import { withProduct, type Given } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { figuresOf, paced, saturate, send, type Outcomes } from './load-generator.ts'
import type { Product } from '../../e2e/support/product.ts'

/**
 * R26: overload of the built product. 500 connections that send requests without a pause (ten times those of R24), one token at ten times its limit,
 * 1,000 silent connections, 200 that send an endless header, 100 with an endless body, and bodies of 50 MB. Takes a minute.
 */

const flood = { connections: 500, seconds: 15, tokens: 50 }
const silent = 1000
const bodySize = 50_000_000
const MB = 1024 * 1024

async function main({ product, folder, token, chatIds: [chatId = 0] }: Given): Promise<void> {
  const tokens = await moreTokens(folder)
  const agent = new Agent({ keepAlive: true })
  const page = (bearer: string) =>
    send(agent, `${product.address}/api/chats/${chatId}/messages?fast=true&limit=100`, { headers: { authorization: `Bearer ${bearer}` } })
  const before = { sockets: socketsOf(product), ...(await product.sample(true)) }
  const slow = slowConnections(product)
  const greedy = await paced(200, 10, () => page(token))
  let next = 0
  const [flooded, bodiesInFlood] = await Promise.all([
    saturate(flood.connections, flood.seconds, () => page(tokens[next++ % tokens.length]!)),
    sendBodies(product, token),
  ])
  agent.destroy()
  const cut = await slow
  await setTimeout(10_000)
  const after = await paced(50, 3, () => page(tokens[0]!))
  const bodies = await sendBodies(product, token)
  const { maxResidentBytes } = await product.sample(true)
  const left = socketsOf(product) - before.sockets

  const admitted = [figuresOf(greedy), figuresOf(flooded)]
  const normal = figuresOf(after)
  const shed = { limit: count(greedy.outcomes, 429), overload: count(flooded.outcomes, 503) }
  const strange = [greedy, flooded].flatMap(({ outcomes }) => [...outcomes.keys()]).filter((status) => ![200, 429, 503].includes(status))
  const slowest = Math.max(...admitted.map(({ p99 }) => p99))
  const used = Math.round(maxResidentBytes / MB)
  const reached =
    slowest <= 500 &&
    shed.limit > 0 &&
    strange.length === 0 &&
    cut.timedOut === cut.opened &&
    // During the flood a request may be refused before anybody asks how large its body is.
    bodiesInFlood.every((status) => status === 413 || status === 503) &&
    bodies.every((status) => status === 413) &&
    used <= 400 &&
    normal.p99 <= 100 &&
    normal.others === 0 &&
    left <= 60
  figure(
    'R26',
    reached,
    `10 times a token's limit: ${shed.limit} × 429, the others p99 ${admitted[0]!.p99} ms; ${flood.connections} connections at once: ${count(flooded.outcomes, 200)} answered, p99 ${admitted[1]!.p99} ms, ${shed.overload} × 503, nothing else; ${cut.timedOut} of ${cut.opened} silent or endless connections cut off with 408; bodies of 50 MB: ${bodies.join(', ')}, and during the flood ${bodiesInFlood.join(', ')}; server ${used} MB at most (${Math.round(before.residentBytes / MB)} before); 10 s later p99 ${normal.p99} ms, ${normal.others} errors, ${left} connections left`,
  )
}

async function moreTokens(folder: string): Promise<string[]> {
  const database = openDatabase<Tables>({ folder })
  const made = []
  for (let count = 0; count < flood.tokens; count++) made.push((await createToken(database, { accountId: 1 })).token)
  await database.close()
  return made
}

const count = (outcomes: Outcomes, status: number) => outcomes.get(status)?.length ?? 0

const socketsOf = ({ pid }: Product) => readdirSync(`/proc/${pid}/fd`).length

/** Connections of three bad kinds. Resolves when the product has closed all of them: how many got a reason, and how many there were. */
async function slowConnections({ address }: Product): Promise<{ timedOut: number; opened: number }> {
  const head = 'POST /api/chats HTTP/1.1\r\nhost: x\r\n'
  const kinds = [
    { count: silent, says: '', goesOn: '' },
    { count: 200, says: head, goesOn: 'x-more: 1\r\n' },
    { count: 100, says: `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`, goesOn: ' ' },
  ]
  const ends = kinds.flatMap(({ count: many, says, goesOn }) => Array.from({ length: many }, () => endOf(address, says, goesOn)))
  const told = await Promise.all(ends)
  return { timedOut: told.filter((text) => text.startsWith('HTTP/1.1 408')).length, opened: told.length }
}

/** The answer of the product before it closes a connection that never completes a request. */
function endOf(address: string, says: string, goesOn: string): Promise<string> {
  return new Promise((resolve) => {
    const { port, hostname } = new URL(address)
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.write(says))
    const goingOn = goesOn && setInterval(() => socket.write(goesOn), 2000)
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (goingOn) clearInterval(goingOn)
      resolve(heard)
    })
  })
}

/** The statuses for bodies of 50 MB at once, two of which state their length. */
const sendBodies = (product: Product, token: string) =>
  Promise.all([true, false, true, false].map((isLengthStated) => sendBody(product, token, isLengthStated)))

/** The status for a body of 50 MB, with or without a Content-Length; 0 = none. */
function sendBody({ address }: Product, token: string, isLengthStated: boolean): Promise<number> {
  return new Promise((resolve) => {
    const length = isLengthStated ? { 'content-length': bodySize } : {}
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...length }
    const sent = request(`${address}/api/chats`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
      // The rest of the body is not needed any more.
      sent.destroy()
    })
    sent.on('error', () => resolve(0))
    const piece = Buffer.alloc(1_000_000, ' ')
    const write = (left: number): void => {
      if (left === 0) sent.end()
      else sent.write(piece, (error) => (error ? undefined : write(left - piece.length)))
    }
    write(bodySize)
  })
}

// With the default limit of a token.
await withProduct([100_000], main, { LOG_LEVEL: 'silent', RATE_LIMIT: '' })
