import { expect, test } from 'vitest'
import { maxPollAgeSeconds, pollMaxAge } from '#contract/messages.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { seeded } from '#engine/jobs/test-clock.ts'
import { makeFolder } from '#service/testing/databases.ts'
import { figure } from '../../../test-figure.ts'
import { isProof } from '../../../test-runs.ts'
import { activePollMs } from './pace.ts'
import { startRulesWork } from './test-rules-work.ts'

/** The time from posting a message until a rule acts on it, and the reads that watching a chat costs, with a service that answers at once. */

test('in chats where people write, a rule acts within seconds', async () => {
  const { place, remove } = await makeFolder()
  const at = await startRulesWork(place)
  try {
    const random = seeded(1)
    const brakes = { perMinute: 1000, perHour: 20_000, percent: 100, keepTextsDays: 30 }
    const actions = { mark: false, deleteAfterSeconds: 0, announce: null, preset: null, notify: false }
    const chats: number[] = []
    for (let index = 0; index < 10; index++) chats.push(await at.createChat(`Chat ${index}`))
    await at.start('scam', testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { brakes, actions }))
    await at.work(3)
    const posted = new Map<string, number>()
    at.state.sent = []
    const seconds = isProof ? 300 : 40
    for (let second = 0; second < seconds + 10; second++) {
      for (const chat of second < seconds ? chats : [])
        if (random() < 0.3) posted.set(`${chat} ${await at.post(chat)}`, at.clock.wall + random() * 1000)
      await at.work(1)
    }
    const waited = at.state.sent
      .flatMap(({ at: sent, path, ids }) => ids.map((id) => sent - (posted.get(`${/\d+/.exec(path)?.[0] ?? ''} ${id}`) ?? 0)))
      .toSorted((one, other) => one - other)
    expect(waited).toHaveLength(posted.size)
    const p95 = waited[Math.floor(waited.length * 0.95)] ?? Infinity
    // Virtual time advances one second per round, so this does not depend on the machine.
    expect(p95).toBeLessThanOrEqual(6000)
    if (isProof)
      figure(
        'G3',
        p95 <= 6000,
        `${waited.length} messages in ${chats.length} chats, posted to acted on: p95 ${(p95 / 1000).toFixed(1)} s, longest ${((waited.at(-1) ?? 0) / 1000).toFixed(1)} s, without the hold`,
      )
  } finally {
    await at.close()
    await remove()
  }
})

test('people who view a chat and the rules that watch it share one read of the service per period', async () => {
  const { place, remove } = await makeFolder()
  const at = await startRulesWork(place)
  try {
    const random = seeded(2)
    const chat = await at.createChat('Main stage')
    await at.start('scam', testRule([{ kind: 'words', words: ['cheap'], lists: [] }]), 'shadow')
    await at.work(3)
    const seconds = isProof ? 300 : 40
    const now = () => Math.floor(at.clock.wall / 1000)
    /** Each opened the page at a different time, and polls for messages since then. */
    const people = Array.from({ length: isProof ? 200 : 40 }, (_, index) => ({ index, since: now() - Math.floor(random() * 600) }))
    let polls = 0
    for (let second = -maxPollAgeSeconds; second < seconds; second++) {
      // Until everybody has polled once, a read may not start early enough for the next person.
      if (second === 0) at.state.sent = []
      if (random() < 0.5) await at.post(chat, { text: 'hello' })
      for (const { since } of people.filter(({ index }) => (index + second) % maxPollAgeSeconds === 0)) {
        const path = `/chats/${chat}/messages?fast=true&limit=500&from=${since}`
        const answer = await at.call(at.cookie, 'GET', path, undefined, pollMaxAge(maxPollAgeSeconds))
        expect(answer.status).toBe(200)
        polls++
      }
      await at.work(1)
    }
    const reads = at.state.sent.filter(({ method, path }) => method === 'GET' && path.includes('/messages?')).length
    const periods = Math.ceil((seconds * 1000) / activePollMs)
    expect(reads).toBeLessThanOrEqual(periods + 1)
    expect(reads).toBeGreaterThan(periods / 2)
    if (isProof)
      figure(
        'G3',
        reads <= periods + 1,
        `${people.length} people sent ${polls} polls, the worker ran: ${reads} reads of the service in ${periods} periods`,
      )
  } finally {
    await at.close()
    await remove()
  }
})
