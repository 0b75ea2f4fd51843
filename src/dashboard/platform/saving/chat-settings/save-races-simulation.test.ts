import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, type Call, type Send } from '#contract/client.ts'
import { staleCode, ifMatchHeader } from '#contract/own-service.ts'
import { defaults, settingNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { figure } from '../../../../test-figure.ts'
import { saveThreeWay, type Conflict } from '#engine/saving/three-way.ts'
import { settingsTarget } from '#engine/saving/settings-target.ts'
import { differing, edits, isSame, isSound, knownSounds, numberOf, readAs, serviceWith, type Service } from './test-settings-service.ts'

/** Two people who save the settings of one chat at the same time, in every order of their requests. */

// Room for a busy machine.
describe('two people at once', { timeout: 120_000 }, () => {
  const contested = ['name', 'offlineMessage', 'upload', 'groupChatWelcomeMessageDelay', 'sound_ring'] as const satisfies SettingName[]
  type Answer = 'mine' | 'theirs' | 'neither'
  interface Person {
    /** One save after the other, each of edits on what the last one left on the screen. */
    saves: Partial<Settings>[]
    answers: Answer[]
  }
  const anyPerson: fc.Arbitrary<Person> = fc.record({
    saves: fc.array(edits(contested, 3), { minLength: 1, maxLength: 3 }),
    answers: fc.array(fc.constantFrom<Answer>('mine', 'mine', 'theirs', 'neither'), { minLength: 4, maxLength: 4 }),
  })

  /** Every value that a write took from the chat, by whether the one who wrote knew of it. */
  interface Ledger {
    /** Asked about, and answered with "mine". */
    chosen: number
    /** Neither on the screen while editing nor asked about, though it was there to be read. */
    silent: number
    /** The known gap: it came between the last read and the write. */
    gap: number
    /** Saves that our own service refused, because they were made for another version. */
    stopped: number
  }

  interface Manner {
    /** The service has versions and takes a change for one of them only, as ours does. */
    hasVersions: boolean
    /** The person is asked about what others changed. */
    asks: boolean
  }

  async function edit({ saves, answers }: Person, service: Service, turn: () => Promise<void>, ledger: Ledger, manner: Manner) {
    let screen: Settings
    let read: Settings
    const settled = new Set<string>()
    const valueOf = (name: SettingName, value: SettingValue) => `${name}=${isSound(name) ? numberOf(value) : value}`
    const send: Send = async (_path, { method, headers, body = '' }) => {
      await turn()
      const before = readAs(service.held)
      const version = JSON.stringify(service.held)
      if (method === 'GET') {
        read = before
        const answer = service.read()
        // The real one is a hash: a header takes no character beyond Latin-1.
        if (manner.hasVersions) answer.headers.set('etag', encodeURIComponent(version))
        return answer
      }
      if (manner.hasVersions && headers?.[ifMatchHeader] !== encodeURIComponent(version)) {
        ledger.stopped++
        return Response.json({ status: false, code: staleCode }, { status: 412 })
      }
      const answer = service.write(body)
      const after = readAs(service.held)
      for (const name of differing(after, before)) {
        if (read[name] !== before[name]) ledger.gap++
        else if (settled.has(valueOf(name, before[name]))) ledger.chosen++
        else if (!isSame(name, screen[name], before[name])) ledger.silent++
      }
      return answer
    }
    const call: Call = createClient(send)
    const choose = async (conflicts: Conflict<Settings>[]) => {
      const answer = answers.shift() ?? 'theirs'
      if (answer === 'neither') return null
      if (answer === 'theirs') return []
      for (const { name, theirs } of conflicts) settled.add(valueOf(name, theirs))
      return conflicts.map(({ name }) => name)
    }
    screen = (await call('chatRead', { params: { chatId: 7 } })).data
    for (const changes of saves) {
      // The careless one takes what is there at the moment of saving for what was on the screen.
      const base = manner.asks ? screen : (await call('chatRead', { params: { chatId: 7 } })).data
      settled.clear()
      const target = settingsTarget({ call, chatId: 7, sounds: knownSounds(), mayReset: async () => true })
      const saved = await saveThreeWay(target, { edits: { base, changes }, choose })
      // Every read of this service gets an answer.
      if (saved?.kind === 'unchecked') throw saved.because
      if (saved) screen = saved.held
    }
  }

  async function interleave(manner: Manner): Promise<Ledger> {
    const ledger: Ledger = { chosen: 0, silent: 0, gap: 0, stopped: 0 }
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), anyPerson, anyPerson, async (scheduler, one, other) => {
        const service = serviceWith(
          { ...defaults, name: 'Tango', ...Object.fromEntries(settingNames.filter(isSound).map((name) => [name, 1])) },
          'keeps',
        )
        const turn = () => scheduler.schedule(Promise.resolve())
        const people = [one, other].map(({ saves, answers }) => edit({ saves, answers: [...answers] }, service, turn, ledger, manner))
        await scheduler.waitFor(Promise.all(people))
      }),
      // The same interleavings every time, so that the counts below mean something.
      { numRuns: 200, seed: 10, endOnFailure: true },
    )
    return ledger
  }

  test('nothing is overwritten that was not seen or asked about, but in the known gap between the last read and the write', async () => {
    const { silent, chosen, gap } = await interleave({ hasVersions: false, asks: true })
    figure(
      'R10',
      silent === 0,
      `another service, 200 interleavings: ${silent} silent overwrites, ${chosen} decided in the dialog, ${gap} in the known gap`,
    )
    expect(silent).toBe(0)
    // They did meet: clashes were decided, and the gap was hit.
    expect(chosen).toBeGreaterThan(20)
    expect(gap).toBeGreaterThan(0)
  })

  test('a service that takes a save for one version only has no such gap', async () => {
    const { silent, chosen, gap, stopped } = await interleave({ hasVersions: true, asks: true })
    const words = `our own service, 200 interleavings: ${silent} silent overwrites, ${chosen} decided in the dialog, ${gap} in the gap`
    figure('R10', silent + gap === 0, `${words} (${stopped} stale saves answered with 412)`)
    expect({ silent, gap }).toEqual({ silent: 0, gap: 0 })
    expect(chosen).toBeGreaterThan(20)
    expect(stopped).toBeGreaterThan(20)
  })

  test('without the question, changes are overwritten silently', async () => {
    const { silent } = await interleave({ hasVersions: false, asks: false })
    expect(silent).toBeGreaterThan(20)
  })
})
