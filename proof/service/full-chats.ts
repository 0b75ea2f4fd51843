import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { fillChat } from '#service/testing/full-chat.ts'
import { addAccount, withDatabase, withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { saturate, send, type Ask, type Outcomes } from './load-generator.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { watchHealth } from './watch-health.ts'

/**
 * R17, long rows, fields and paths: 50 concurrent requests of the costliest kinds against the built product, from four accounts that have a chat with
 * 10,000 polls and 10,000 bans each, in one of them with polls of the maximum length. Meanwhile /healthz is read every 20 ms. Takes a minute.
 */

const accounts = 4
const atOnce = 50
const seconds = 15
const MB = 1024 * 1024

interface Owner {
  token: string
  chatId: number
}

const prepare = (folder: string) =>
  withDatabase({ folder }, async (database): Promise<Owner[]> => {
    const owners: Owner[] = []
    for (let number = 0; number < accounts; number++) {
      const { token, chatIds } = await addAccount(database, [1000])
      const chatId = chatIds[0] ?? 0
      await database.query.deleteFrom('poll').where('chat_id', '=', chatId).execute()
      await database.query.deleteFrom('banned_range').where('chat_id', '=', chatId).execute()
      await fillChat(database, chatId, number === 0 ? 'Which of them? '.repeat(66) : undefined)
      owners.push({ token, chatId })
    }
    return owners
  })

interface Request extends Ask {
  path: string
}

/** The maximum length of a body, and twice that. */
const lengths = [500_000, 1_000_000]
const long = (filling: string, bytes: number) => filling.repeat(bytes / Buffer.byteLength(filling))

/** Requests whose cost grows with what is stored or sent. */
function kindsOf({ token, chatId }: Owner, cookie: string): Record<string, Request[]> {
  const bearer = { authorization: `Bearer ${token}` }
  const inChat = (rest: string) => `/api/chats/${chatId}/${rest}`
  const withBody = (method: string, path: string, body: object): Request => ({ path, method, headers: bearer, body: JSON.stringify(body) })
  const poll = { question: 'Q', answer1: 'A', answer2: 'B' }
  return {
    lists: [
      { path: inChat('polls'), headers: bearer },
      { path: inChat('banned-ips'), headers: bearer },
      { path: inChat('messages'), headers: bearer },
      { path: inChat('messages?fast=true&limit=500&reverse'), headers: bearer },
    ],
    'lists of the dashboard': [
      { path: `${gatewayPaths.api}/chats/${chatId}/polls`, headers: { cookie } },
      { path: `${gatewayPaths.api}/chats/${chatId}/banned-ips`, headers: { cookie } },
    ],
    'fields of 0.5 and 1 MiB': lengths.flatMap((bytes) => [
      withBody('PUT', '/api/account', { email: long('a@', bytes) }),
      withBody('PUT', '/api/account', { paymentEmail: long('@', bytes) }),
      withBody('POST', inChat('polls'), { ...poll, answer4: long('é', bytes) }),
      withBody('POST', inChat('messages'), { text: long('\u{1F642}', bytes) }),
      withBody('PUT', `/api/chats/${chatId}`, { filterWords: long(' ,', bytes) }),
      withBody('POST', inChat('banned-ips'), { ip: long('1.', bytes) }),
      withBody(
        'POST',
        inChat('messages/delete'),
        Array.from({ length: bytes / 2 }, () => 0),
      ),
    ]),
    'paths of 16 KiB': [
      { path: `/${'.'.repeat(15_500)}/x` },
      { path: `/api/chats/${'1'.repeat(15_500)}`, headers: bearer },
      { path: `/api/chats/${'%2e'.repeat(5000)}/polls`, headers: bearer },
      { path: inChat(`banned-ips/${'1.'.repeat(3700)}:${'1.'.repeat(3700)}`), method: 'DELETE', headers: bearer },
      { path: inChat(`messages?fast=true&next=${'W'.repeat(15_500)}`), headers: bearer },
      { path: `/assets/${'a/'.repeat(7700)}x.js` },
    ],
  }
}

async function main(product: Product, owners: Owner[]): Promise<void> {
  const cookies = await Promise.all(owners.map(({ token }) => signIn(product, token)))
  const byOwner = owners.map((owner, index) => kindsOf(owner, cookies[index]!))
  const health = watchHealth(product.address)
  await product.sample(true)
  const said: string[] = []
  const strange: string[] = []
  let slowest = 0
  await health.slowest()
  await setTimeout(5000)
  said.push(`idle /healthz within ${Math.ceil(await health.slowest())} ms`)
  for (const kind of [...Object.keys(byOwner[0]!), 'all of these']) {
    const wanted = byOwner.flatMap((kinds) => (kind === 'all of these' ? Object.values(kinds).flat() : kinds[kind]!))
    let next = 0
    // A connection that was idle since the last kind may be closed just as it is used.
    const agent = new Agent({ keepAlive: true })
    await health.slowest()
    const { outcomes } = await saturate(atOnce, seconds, () => drained(agent, product.address, wanted[next++ % wanted.length]!))
    const wait = await health.slowest()
    agent.destroy()
    slowest = Math.max(slowest, wait)
    strange.push(...strangeIn(outcomes))
    said.push(`${kind} ${statusesIn(outcomes)}, /healthz within ${Math.ceil(wait)} ms`)
  }
  await health.stop()
  const { maxResidentBytes } = await product.sample()
  const used = Math.round(maxResidentBytes / MB)
  const reached = slowest <= 500 && used <= 400 && strange.length === 0
  figure(
    'R17',
    reached,
    `${atOnce} requests at once, ${accounts} accounts with 10,000 polls and bans each: ${said.join('; ')}; server ${used} MB at most`,
  )
}

const statusesIn = (outcomes: Outcomes) => [...outcomes].map(([status, times]) => `${times.length} × ${status}`).join(', ')

/** Anything but an answer, or a refusal by the overload guard, the limits or the rules. */
const strangeIn = (outcomes: Outcomes) =>
  [...outcomes.keys()].filter((status) => ![200, 400, 404, 413, 414, 429, 431, 503].includes(status)).map(String)

async function signIn({ address }: Product, token: string): Promise<string> {
  const headers = { [pageHeader.name]: pageHeader.value, origin: address }
  const answer = await send(new Agent(), address + gatewayPaths.session, { method: 'POST', headers, body: JSON.stringify({ token }) })
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

/** One request whose answer is discarded: keeping it would slow down the measuring process. */
function drained(agent: Agent, address: string, { path, method = 'GET', headers, body }: Request): Promise<{ status: number }> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ agent, hostname, port, path, method, headers: { ...length, ...headers } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

await withFolder(async (folder) => {
  const owners = await prepare(folder)
  const product = await startProduct({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, { measured: true })
  try {
    await main(product, owners)
  } finally {
    await product.stop()
  }
})
