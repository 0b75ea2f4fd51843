import { expect, test } from 'vitest'
import { testRule } from '#contract/rules/test-rules.ts'
import { seeded } from '#jobs/test-clock.ts'
import { makeFolder } from '#service/testing/databases.ts'
import { figure } from '../../../../test-figure.ts'
import { isProof } from '../../../../test-runs.ts'
import { startRulesWork } from './test-rules-work.ts'

/** How long a message is there before a rule acts on it, with the polls and rounds of the product and a service that answers at once. */

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
    // Time passes only in rounds of a second, so this does not depend on the machine.
    expect(p95).toBeLessThanOrEqual(6000)
    if (isProof)
      figure(
        'G3',
        false,
        `${waited.length} messages in ${chats.length} chats, posted to acted on: p95 ${(p95 / 1000).toFixed(1)} s, longest ${((waited.at(-1) ?? 0) / 1000).toFixed(1)} s, without the hold`,
      )
  } finally {
    await at.close()
    await remove()
  }
})
