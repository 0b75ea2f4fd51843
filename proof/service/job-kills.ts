import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createEndpointClient, Failure } from '#contract/client.ts'
import { gatewayPaths, identityHeader, pageHeader } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { JobDraft } from '#contract/gateway/jobs.ts'
import { pack } from '#contract/gateway/pack.ts'
import { stateOf, type ChatOrder, ordersIn, packOrders, resultIn } from '#engine/changes/chat-result.ts'
import { planOfLeft, storedPlan } from '#engine/bans/plan.ts'
import { ban } from '#engine/bans/steps.ts'
import { createAccount, createToken } from '#service/accounts/accounts.ts'
import { generateChats } from '#service/demo/generate.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { startProduct, type Product } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { seeded } from '../../src/engine/jobs/test-clock.ts'
import { withDatabase, withFolder } from '../data.ts'
import { givenDatabase } from './crash/given-database.ts'
import { startLosingProxy } from './losing-proxy.ts'

/**
 * J1: 100 jobs of every kind over three gateways on one PostgreSQL, before a service of which a tenth of all requests goes wrong. Gateways are killed
 * at random, and people sign out while their jobs run. At the end everything that a job says is true of the service. Takes about ten minutes.
 */

const accounts = 10
const kills = 50
const random = seeded(36)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

interface Account {
  token: string
  chatIds: number[]
}

async function main(folder: string): Promise<void> {
  const server = (await givenDatabase()) ?? (await startPostgres())
  if (!server) return console.log('Not measured: neither initdb nor pg_ctl was found.')
  const serviceFolder = join(folder, 'service')
  const people = await withDatabase({ folder: serviceFolder }, async (database) => {
    const list: Account[] = []
    for (let number = 0; number < accounts; number++) {
      const accountId = await createAccount(database, { email: `proof${number}@example.org`, name: 'Proof' })
      const { token } = await createToken(database, { accountId })
      const { chatIds } = await generateChats(database, { accountId, chats: 3, messages: 120, now: Date.now() })
      list.push({ token, chatIds })
    }
    return list
  })
  const service = await startProduct({ DATA_DIR: serviceFolder })
  const proxy = await startLosingProxy(service.address, random)
  const env = { DATABASE_URL: server.url, SESSION_KEY_FILE: join(folder, 'session.key'), CHAT_API_URL: `${proxy.address}/api` }
  const gateways = await Promise.all([1, 2, 3].map(() => startProduct(env)))
  try {
    const all = await Promise.all(people.map((account) => startJobs(gateways, service, account)))
    proxy.misbehave(true)
    let killed = 0
    const over = new AbortController()
    const killing = (async () => {
      for (; killed < kills; killed++) {
        await setTimeout(500 + random() * 2500)
        const index = Math.floor(random() * gateways.length)
        await gateways[index]!.kill()
        gateways[index] = await startProduct(env)
      }
      proxy.misbehave(false)
      over.abort()
    })()
    let signedOut = 0
    while (!over.signal.aborted) {
      await setTimeout(4000 + random() * 4000)
      const one = pick(all)
      await one.signOut().catch(() => {})
      signedOut++
      await setTimeout(1000)
      await one.goOn().catch(() => {})
    }
    await killing
    await Promise.all(all.map((one) => one.endPreset()))
    const ended = await Promise.all(all.map((one) => one.allEnded()))
    const found = await Promise.all(all.map((one) => one.check()))
    const sum = { steps: 0, done: 0, wrong: [] as string[] }
    for (const { steps, done, wrong } of found) {
      sum.steps += steps
      sum.done += done
      sum.wrong.push(...wrong)
    }
    const jobs = accounts * jobsEach
    for (const words of sum.wrong.slice(0, 10)) console.log(words)
    figure(
      'J1',
      ended.every(Boolean) && sum.wrong.length === 0 && proxy.doubled() === 0,
      `${jobs} jobs of every kind, ${killed} kills of three gateways, ${signedOut} times someone signed out, ${proxy.faults()} of ${proxy.requests()} requests went wrong: ${ended.filter(Boolean).length * jobsEach} ended, ${sum.done} of ${sum.steps} steps done, ${sum.wrong.length} outcomes untrue, ${proxy.doubled()} changes sent twice`,
    )
  } finally {
    await Promise.all([...gateways, service].map(({ stop }) => stop()))
    proxy.close()
    await server.stop()
  }
}

const jobsEach = 14
/** What a preset sets, in the place of its own values. No other job changes these settings. */
const presetValues = { upload: false, allowImages: false }
const announcement = 'Doors open at eight'
const poll = { question: 'Encore?', answer1: 'Yes', answer2: 'No', answer3: '', answer4: '' }
const settings = [
  ['allowLinks', true, false],
  ['mentions', true, false],
  ['offlineMessage', '', 'Closed'],
  ['groupChatWelcomeMessageDelay', 1, 7],
] as const

/** Signs in, and starts jobs of all kinds. */
async function startJobs(gateways: readonly Product[], service: Product, { token, chatIds }: Account) {
  let headers: Record<string, string> = {}
  /** At any gateway; another one where it was just killed. */
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (let tries = 0; ; tries++) {
      const { address } = pick(gateways)
      const all = { ...Object.fromEntries(new Headers(init.headers)), ...headers, origin: address, 'content-type': 'application/json' }
      try {
        return await fetch(address + path, { ...init, headers: { ...all, [pageHeader.name]: pageHeader.value } })
      } catch (error) {
        if (tries === 20) throw error
        await setTimeout(300)
      }
    }
  }
  async function signIn() {
    for (;;) {
      headers = {}
      const answer = await send(gatewayPaths.session, { method: 'POST', body: JSON.stringify({ token }) })
      const { identity } = (await answer.json()) as { identity?: string }
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
      if (identity && cookie) return void (headers = { cookie, [identityHeader]: identity })
      await setTimeout(500)
    }
  }
  const call = createEndpointClient(gatewayApi, (path, init) => send(gatewayPaths.workspace + path, init))
  const atService = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${service.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return ((await answer.json()) as { data: T }).data
  }
  const messagesIn = (chatId: number) => atService<{ messageId: number; time: number }[]>(`/chats/${chatId}/messages?fast=true&limit=500`)

  await signIn()
  const drafts: JobDraft[] = []
  const words = { title: 'Job', doneTitle: 'Done', place: 'Chats', holdMs: 0 }
  for (const [name, , value] of settings) {
    const orders = await Promise.all(
      chatIds.map(async (chatId): Promise<ChatOrder> => {
        const chat = await atService<Record<string, string | number | boolean>>(`/chats/${chatId}`)
        return { chatId, chatName: 'Chat', base: { [name]: chat[name]! }, changes: { [name]: value }, acceptedRisks: [] }
      }),
    )
    drafts.push({ ...words, kind: 'settings-of-chats', changes: packOrders(orders) })
  }
  for (const chatId of chatIds) {
    const chosen = (await messagesIn(chatId)).filter(() => random() < 0.5).toSorted((one, other) => other.messageId - one.messageId)
    const [ids, times] = [chosen.map(({ messageId }) => messageId), chosen.map(({ time }) => Math.floor(time))]
    drafts.push({ ...words, kind: 'messages-delete', chatId, ids: pack(ids), times: pack(times) })
    const steps = Array.from({ length: 20 }, (_, index) => ban({ first: chatId * 1000 + index * 10, last: chatId * 1000 + index * 10 + 3 }))
    drafts.push({ ...words, kind: 'ban-changes', plans: [storedPlan({ chatId, chatName: 'Chat', steps, mayUnban: [] })] })
  }
  const chats = chatIds.map((chatId) => ({ chatId, chatName: 'Chat' }))
  drafts.push({ ...words, kind: 'posts', chats, message: { text: announcement } })
  drafts.push({ ...words, kind: 'polls-create', chats, poll, isSent: true, alike: [] })
  const jobs = drafts.map((draft, index) => ({ id: `job-${chatIds[0]}-${index}`, draft }))
  const before = await Promise.all(chatIds.map((chatId) => atService<Record<string, unknown>>(`/chats/${chatId}`)))
  const [onId, endId] = [`on-${chatIds[0]}`, `end-${chatIds[0]}`]
  await call('presetTurnOn', { params: { onId }, body: { presetId: 'event', values: presetValues, chatIds, until: null } })
  for (const { id, draft } of jobs) await call('jobStart', { params: { jobId: id }, body: draft })

  async function goOn() {
    const { data } = await call('jobList', {}).catch(async (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      await signIn()
      return call('jobList', {})
    })
    for (const { id, phase } of data) if (phase === 'paused') await call('jobChange', { params: { jobId: id }, body: { to: 'resume' } })
    return data
  }

  /** Where its end says that values are put back, they are; where it was turned on in vain, they never left. */
  async function presetEnds(): Promise<string[]> {
    const wrong: string[] = []
    const { data } = await call('jobRead', { params: { jobId: endId } })
    const orders = new Map((data.changes ? ordersIn(data.changes) : []).map((order) => [order.chatId, order]))
    const { data: outcomes } = await call('jobResultList', { params: { jobId: endId }, query: {} })
    for (const [index, chatId] of chatIds.entries()) {
      const order = orders.get(chatId)
      const outcome = outcomes.find((one) => one.chatId === chatId)
      const state = order ? stateOf(order, outcome && resultIn(order, outcome), false) : 'saved'
      const chat = await atService<Record<string, unknown>>(`/chats/${chatId}`)
      const isBack = Object.keys(presetValues).every((name) => chat[name] === before[index]![name])
      if (isBack !== (state === 'saved'))
        wrong.push(`${endId}: the end in ${chatId} is ${state}, and the values are ${isBack ? '' : 'not '}back`)
    }
    return wrong
  }

  return {
    signOut: () => send(gatewayPaths.session, { method: 'DELETE', body: '{}' }),
    goOn,
    endPreset: () => call('presetEnd', { params: { onId, jobId: endId }, body: {} }),
    allEnded: async () => {
      for (let tries = 0; tries < 300; tries++) {
        const data = await goOn().catch(() => null)
        if (data && [...jobs.map(({ id }) => id), onId, endId].every((id) => data.find((one) => one.id === id)?.phase === 'ended'))
          return true
        await setTimeout(1000)
      }
      return false
    },
    /** Compares what each job says with what the service holds. */
    check: async () => {
      const wrong: string[] = []
      let [steps, done] = [0, 0]
      for (const id of [onId, endId]) {
        const { data } = await call('jobRead', { params: { jobId: id } })
        steps += data.total
        done += data.counts?.done ?? 0
      }
      wrong.push(...(await presetEnds()))
      for (const { id, draft } of jobs) {
        const { data } = await call('jobRead', { params: { jobId: id } })
        steps += data.total
        done += data.counts?.done ?? 0
        if (draft.kind === 'messages-delete') {
          const there = new Set((await messagesIn(draft.chatId)).map(({ messageId }) => messageId))
          const left = new Set(data.left?.kind === 'messages-delete' ? data.left.ids : [])
          let number = 0
          for (const difference of draft.ids) {
            number += difference
            if (there.has(number) && !left.has(number)) wrong.push(`${id}: message ${number} is there, and was said to be deleted`)
          }
        }
        if (draft.kind === 'ban-changes')
          for (const plan of draft.plans) {
            const list = new Set((await atService<{ firstIp: string }[]>(`/chats/${plan.chatId}/banned-ips`)).map(({ firstIp }) => firstIp))
            const chats = data.left?.kind === 'ban-changes' ? data.left.chats : []
            const open = new Map(
              chats.flatMap((chat) => planOfLeft(chat).unfinished).map(({ step, outcome }) => [step.range.first, outcome]),
            )
            for (let index = 0; index < 20; index++) {
              const first = plan.chatId * 1000 + index * 10
              const isThere = list.has([24, 16, 8, 0].map((shift) => (first >> shift) & 255).join('.'))
              const outcome = open.get(first)
              if (outcome !== 'unknown' && isThere === (outcome !== undefined)) wrong.push(`${id}: ban of ${first} is ${outcome ?? 'done'}`)
            }
          }
        if (draft.kind === 'posts' || draft.kind === 'polls-create') {
          const left = new Map(data.left?.kind === 'once' ? data.left.chats.map(({ chatId, outcome }) => [chatId, outcome]) : [])
          for (const { chatId } of draft.chats) {
            const copies =
              draft.kind === 'posts'
                ? (await atService<{ text: string }[]>(`/chats/${chatId}/messages?fast=true&limit=500`)).filter(
                    ({ text }) => text === announcement,
                  ).length
                : (await atService<{ question: string }[]>(`/chats/${chatId}/polls`)).filter(({ question }) => question === poll.question)
                    .length
            const outcome = left.get(chatId) ?? 'done'
            const isTrue = outcome === 'check' ? copies <= 1 : copies === (outcome === 'done' ? 1 : 0)
            if (!isTrue) wrong.push(`${id}: ${draft.kind} in ${chatId} is ${outcome}, and is there ${copies} times`)
          }
        }
        if (draft.kind === 'settings-of-chats') {
          const { data: outcomes } = await call('jobResultList', { params: { jobId: id }, query: {} })
          for (const order of ordersIn(draft.changes)) {
            const outcome = outcomes.find(({ chatId }) => chatId === order.chatId)
            const result = outcome && resultIn(order, outcome)
            const state = stateOf(order, result, false)
            const chat = await atService<Record<string, unknown>>(`/chats/${order.chatId}`)
            for (const [name, value] of Object.entries(order.changes)) {
              const holds = chat[name] === value
              const isUnknown = result?.failure?.isUnknown === true
              if (!isUnknown && holds !== (state === 'saved'))
                wrong.push(`${id}: ${name} of ${order.chatId} is ${state}, and the service holds ${JSON.stringify(chat[name])}`)
            }
          }
        }
      }
      return { steps, done, wrong }
    },
  }
}

await withFolder(main)
