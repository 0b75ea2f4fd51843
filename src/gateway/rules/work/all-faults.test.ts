import { expect, test, vi } from 'vitest'
import { compileRule } from '#engine/analysis/rules/rule-matcher.ts'
import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { seeded } from '#engine/jobs/test-clock.ts'
import { onAnyEngine } from '#service/testing/databases.ts'
import { figure } from '../../../test-figure.ts'
import { isProof } from '../../../test-runs.ts'
import { startRulesWork, type TestRulesWork } from './test-rules-work.ts'

/**
 * Live rules watch chats with random messages while a tenth of all requests fails, pages come in every way that the API document allows, people spare
 * held messages, and the process stops at random moments. PROOF=1 takes 200 chats.
 */

vi.setConfig({ testTimeout: isProof ? 900_000 : 120_000 })

const chats = isProof ? 200 : 8
const seconds = isProof ? 180 : 60
/** At most this many rounds of the worker after the service has stopped failing. */
const maxSecondsAfter = 3000
const brakes = { perMinute: 1000, perHour: 20_000, percent: 100, keepTextsDays: 30 }
const actionsAfter = (deleteAfterSeconds: number | null) => ({
  mark: false,
  deleteAfterSeconds,
  announce: null,
  preset: null,
  notify: false,
})

const rules: Record<string, { rule: Rule; state: 'live' | 'shadow' }> = {
  words: { state: 'live', rule: testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { brakes, actions: actionsAfter(20) }) },
  links: { state: 'live', rule: testRule([{ kind: 'linkTo', domains: ['bad.example'] }], { brakes, actions: actionsAfter(0) }) },
  flood: {
    state: 'live',
    rule: testRule([{ kind: 'authorRate', moreThan: 4, seconds: 20 }], {
      brakes,
      actions: actionsAfter(30),
      except: { authors: ['Mirela'], words: [] },
    }),
  },
  shadow: { state: 'shadow', rule: testRule([{ kind: 'shorter', than: 8 }], { brakes, actions: actionsAfter(0) }) },
}
const texts = ['hello', 'cheap tickets', 'see https://bad.example/x', 'where is the stage?', 'https://good.example', 'CHEAP!!', 'lol']
const authors = ['Mirela', 'Ana', 'Tom', 'free4you', 'guest_1']

/** Page sizes and orders that a service may use. */
const pageModes = [{}, { limit: 3 }, { reverse: true }, { limit: 2, reverse: true }]

onAnyEngine('rules under faults, restarts and pages of all kinds', (bench) => {
  test('exactly the messages that live rules match are deleted after their hold, except spared ones', async () => {
    const seed = isProof ? 1 : Math.floor(Math.random() * 1e6)
    const random = seeded(seed)
    const at = await startRulesWork(bench.place)
    try {
      const counts = await run(at, random)
      expect(counts, `seed ${seed}`).toMatchObject({ missed: 0, wrong: 0, twice: 0, older: 0 })
      expect(counts.deleted, `seed ${seed}`).toBeGreaterThan(chats)
      // A tenth of the requests fails, so 1 in 100,000 deletions fails five times in a row.
      expect(counts.refused, `seed ${seed}`).toBeLessThanOrEqual(2)
      const engine = 'url' in bench.place ? 'PostgreSQL' : 'SQLite'
      if (isProof)
        figure(
          'G1',
          counts.missed + counts.wrong + counts.twice + counts.older === 0,
          `${engine}: ${chats} chats, ${counts.posted} messages, ${counts.faults} faults among ${counts.requests} requests, ${counts.ends} process crashes: ${counts.deleted} deleted, ${counts.spared} spared; ${counts.missed} missed, ${counts.refused} failed five times and are shown as not deleted, ${counts.wrong} deleted wrongly, ${counts.twice} sent again after the service had confirmed them, ${counts.older} older than the rule`,
        )
    } finally {
      await at.close()
    }
  })
})

type Random = () => number

async function run(at: TestRulesWork, random: Random) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const ids: number[] = []
  for (let index = 0; index < chats; index++) ids.push(await at.createChat(`Chat ${index}`))
  const posted = new Map<number, Message[]>(ids.map((id) => [id, []]))
  const counts = { posted: 0, requests: 0, faults: 0, ends: 0, deleted: 0, spared: 0, missed: 0, refused: 0, wrong: 0, twice: 0, older: 0 }
  const state = { isFailing: false, isCrashing: false, crashedLease: null as number | null }
  /** Deletions that were answered. Others may be sent again: deleting a message twice does no harm. */
  const confirmed = new Set<string>()

  async function post(chatId: number) {
    const userName = pick(authors)
    const text = pick(texts)
    const userId = authors.indexOf(userName)
    const messageId = await at.post(chatId, { text, userName, userId })
    posted.get(chatId)!.push({ messageId, time: Math.floor(at.clock.wall / 1000), userId, userName, image: null, text })
    counts.posted++
  }

  at.state.disturb = async (request, answer) => {
    counts.requests++
    const { pathname, searchParams } = new URL(request.url)
    const chatId = Number(/\/chats\/(\d+)/.exec(pathname)?.[1] ?? 0)
    const sent = at.state.sent.at(-1)?.ids ?? []
    counts.twice += sent.filter((id) => confirmed.has(`${chatId} ${id}`)).length
    const isFault = state.isFailing && random() < 0.1
    if (isFault) counts.faults++
    if (isFault && random() < 0.4) return Response.json({ status: false }, { status: 500 })
    if (isFault && random() < 0.2) return Response.json({ status: false }, { status: 429, headers: { 'retry-after': '1' } })
    if (isFault && random() < 0.3) return new Response('<html>Busy</html>', { status: 200 })
    const done = request.method === 'GET' && pathname.endsWith('/messages') ? await pages(searchParams, chatId, request) : await answer()
    if (state.isCrashing && random() < 0.01) {
      state.isCrashing = false
      counts.ends++
      const lease = await at.query.selectFrom('worker_lease').select('number').executeTakeFirstOrThrow()
      state.crashedLease = lease.number
      // Fences this process off: from now on it can neither write nor send anything.
      await at.query
        .updateTable('worker_lease')
        .set({ number: lease.number + 1 })
        .execute()
    }
    if (isFault) return Response.json({ status: false }, { status: 502 })
    if (done.ok) for (const id of sent) confirmed.add(`${chatId} ${id}`)
    return done
  }
  async function pages(query: URLSearchParams, chatId: number, request: Request) {
    const mode = pageModes[chatId % pageModes.length]!
    for (const [name, value] of Object.entries(mode)) query.set(name, String(value))
    const url = `http://service.invalid/chats/${chatId}/messages?${query.toString()}`
    return at.serve(new Request(url, { headers: request.headers }))
  }

  for (const id of ids) for (let count = 0; count < 3; count++) await post(id)
  at.passTime(2000)
  const since = at.clock.wall
  for (const [id, { rule, state: of }] of Object.entries(rules)) await at.start(id, rule, of)
  // A rule counts in a chat from its first read on, and the budget allows a few reads a second.
  const watched = () => at.query.selectFrom('rule_cursor').select('chat_id').where('workspace', '=', at.workspace).execute()
  while ((await watched()).length < chats) await at.work(1)
  state.isFailing = true
  const spared = new Set<string>()
  for (let second = 0; second < seconds + 60; second++) {
    if (second < seconds) {
      for (const id of ids) if (random() < 0.12) await post(id)
      const flooded = pick(ids)
      if (random() < 0.1) for (let count = 0; count < 6; count++) await post(flooded)
    }
    state.isCrashing = second < seconds && random() < 0.1
    await at.work(1)
    if (state.crashedLease !== null) {
      // Unless it has taken the lease again.
      await at.query
        .updateTable('worker_lease')
        .set({ number: state.crashedLease })
        .where('number', '=', state.crashedLease + 1)
        .execute()
      state.crashedLease = null
      at.restart()
    }
    if (random() < 0.2) {
      const held = (await at.hits()).filter((hit) => hit.state === 'held')
      if (held.length > 0) {
        const hit = pick(held)
        const rows = await at.query
          .updateTable('rule_hit')
          .set({ state: 'spared', by: 'Ana', due: null })
          .where('chat_id', '=', hit.chat_id)
          .where('message_id', '=', hit.message_id)
          .where('state', '=', 'held')
          .returning('rule_id')
          .execute()
        for (const { rule_id } of rows) spared.add(`${rule_id} ${hit.chat_id} ${hit.message_id}`)
      }
    }
  }

  state.isFailing = false
  /** Whether a chat has unread messages, or a hit is still open. */
  async function isUnfinished() {
    const cursors = await at.query.selectFrom('rule_cursor').select(['chat_id', 'time']).execute()
    const readTo = new Map(cursors.map(({ chat_id, time }) => [chat_id, time]))
    if ([...posted].some(([chatId, messages]) => (readTo.get(chatId) ?? 0) < messages.at(-1)!.time)) return true
    return (await at.hits()).some((hit) => ['held', 'deleting', 'unknown'].includes(hit.state))
  }
  // Waits of requests advance the clock as well, and a chat that could not be read is retried only after minutes.
  for (let second = 0; second < maxSecondsAfter && (await isUnfinished()); second++) await at.work(1)

  counts.spared = spared.size
  const refused = new Set(
    (await at.hits()).filter((hit) => hit.state === 'refused').map(({ chat_id, message_id }) => `${chat_id} ${message_id}`),
  )
  for (const [chatId, messages] of posted) {
    const matched = new Set<number>()
    for (const [id, { rule, state: of }] of Object.entries(rules)) {
      const matcher = compileRule(rule, new Map())()
      for (const message of messages)
        for (const { messageId, time } of matcher.add(message))
          if (of === 'live' && time > since / 1000 && !spared.has(`${id} ${chatId} ${messageId}`)) matched.add(messageId)
    }
    const remaining = new Set(await at.remaining(chatId))
    for (const { messageId, time } of messages) {
      const isDeleted = !remaining.has(messageId)
      if (isDeleted) counts.deleted++
      if (isDeleted && time <= since / 1000) counts.older++
      else if (isDeleted && !matched.has(messageId)) counts.wrong++
      else if (!isDeleted && matched.has(messageId)) counts[refused.has(`${chatId} ${messageId}`) ? 'refused' : 'missed']++
    }
  }
  return counts
}
