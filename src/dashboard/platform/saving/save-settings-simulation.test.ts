// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, Failure, type Call, type Send } from '#contract/client.ts'
import { defaults, setting, settingNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import { staleCode, ifMatchHeader } from '#contract/own-service.ts'
import type { SettingName } from '#contract/settings.ts'
import { figure } from '../../../test-figure.ts'
import { checkSave, pick, saveSettings, type Clash, type Edits, type Saved, type Unchecked } from './save-settings.ts'
import {
  anyHeld,
  anyLoss,
  anyText,
  differing,
  edits,
  isSame,
  isSound,
  known,
  knownSounds,
  numberOf,
  readAs,
  sendTo,
  serviceWith,
  type LeftOut,
  type Service,
} from './test-settings-service.ts'
import { expectedAfter } from './unchecked-saves.ts'

/**
 * Saving settings against services of which nothing is known but the API document, through the real client and in the shapes of the wire:
 * what they make of fields that an update leaves out, sounds that they number as they like, answers that get lost, two people at once.
 * PROOF=1 prints figures.
 */

const proved = (...of: Parameters<typeof figure>) => process.env['PROOF'] === '1' && figure(...of)

/** Of what a save may reset, the person is told; these go on. */
const goOn = async () => true

/** The result of a save whose read-back cannot fail. */
async function checked(saving: ReturnType<typeof saveSettings>): Promise<Saved | null> {
  const saved = await saving
  if (saved && 'because' in saved) throw saved.because
  return saved
}

const neverAsked = () => Promise.reject(new Error('nobody else was there'))

describe.each<LeftOut>(['keeps', 'resets', 'empties'])('a service that %s what is left out', (leftOut) => {
  test('nothing changes but what was edited, and what the result reports', async () => {
    const seen = { edits: 0, told: 0, numbered: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyHeld,
        edits(settingNames, 5),
        fc.array(anyLoss, { minLength: 3, maxLength: 3 }),
        async (before, changes, losses) => {
          const service = serviceWith({ ...before }, leftOut)
          const call = createClient(sendTo(service, [...losses]))
          const told = new Set<SettingName>()
          const save = () =>
            checked(
              saveSettings({
                call,
                chatId: 7,
                edits: { base: before, changes },
                sounds: knownSounds(),
                mayReset: async (names) => names.every((name) => told.add(name)),
                choose: neverAsked,
              }),
            )
          let saved: Saved | null = null
          while (!saved) {
            const held = { ...service.held }
            saved = await save().catch((error: unknown) => {
              // Told as a failure only where nothing was done; the person presses Save again.
              if (!(error instanceof Failure)) throw error
              expect(service.held).toEqual(held)
              return null
            })
          }
          const after = readAs(service.held)
          const reported = new Set(saved.notKept.map(({ name }) => name))
          expect(differing(after, { ...before, ...changes }).filter((name) => !reported.has(name))).toEqual([])
          expect(differing(saved.chat, after)).toEqual([])
          // Reporting is the last resort: only a sound that nobody can name may be lost, and only where leaving it out means that.
          const unnamed = new Set(settingNames.filter((name) => isSound(name) && !(name in changes) && Number(before[name]) >= known))
          expect([...reported].filter((name) => leftOut === 'keeps' || !unnamed.has(name))).toEqual([])
          for (const { name, meant, kept } of saved.notKept)
            expect([isSame(name, meant, before[name]), isSame(name, kept, after[name])]).toEqual([true, true])
          // Whatever was lost, the person was told of it before the save.
          expect([...reported].filter((name) => !told.has(name))).toEqual([])
          // A sound that nobody touched goes out under the name of what was there, or not at all.
          const guessed = service.sent.flatMap((body) =>
            settingNames.filter(
              (name) => isSound(name) && name in body && !(name in changes) && numberOf(body[name]!) !== numberOf(before[name]),
            ),
          )
          expect(guessed).toEqual([])
          seen.edits++
          seen.told += reported.size
          seen.numbered += unnamed.size
        },
      ),
      { numRuns: 1000 },
    )
    proved(
      'R7',
      true,
      `a service that ${leftOut} what is left out: ${seen.edits} random edits, 0 unnoticed changes in ${settingNames.length} fields, ${seen.told} told and offered to be put back`,
    )
    expect(leftOut === 'keeps' ? seen.told : 0).toBe(0)
    const kept = leftOut === 'keeps' ? 'all kept' : `${seen.told} lost by the service, each told`
    proved('R8', true, `${leftOut}: 0 sounds sent as a guess; of ${seen.numbered} untouched ones without a known name, ${kept}`)
  })

  test('not even where reads get lost too and some edits are ignored: saving again reports what the last time did', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHeld,
        edits(settingNames, 5),
        fc.array(anyLoss, { minLength: 6, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        fc.subarray(settingNames, { maxLength: 20 }),
        edits(settingNames, 2),
        fc.boolean(),
        async (before, changes, losses, lostReads, fixed, more, checks) => {
          const service = serviceWith({ ...before }, leftOut, fixed)
          const call = createClient(sendTo(service, [...losses], [...lostReads]))
          const place = { call, chatId: 7, sounds: knownSounds() }
          const meant = { ...before, ...changes }
          let screen: Edits = { base: before, changes }
          let earlier: Unchecked | null = null
          // What the save before lost may be edited by the next one: then it is asked about.
          const mine = async (clashes: Clash[]) => clashes.map(({ name }) => name)
          /** Saves, or presses "Check again" where the page offers it; null: pressed in vain. */
          const press = (): Promise<Saved | Unchecked | null> =>
            earlier?.isConfirmed && checks
              ? checkSave(place, earlier)
              : saveSettings({ ...place, edits: screen, earlier, mayReset: goOn, choose: mine })
          let saved: Saved | null = null
          while (!saved) {
            const end: Saved | Unchecked | null = await press().catch((error: unknown) => {
              if (!(error instanceof Failure)) throw error
              return null
            })
            if (!end) continue
            if (!('because' in end)) saved = end
            else {
              earlier = end
              // What was confirmed is on the screen, and the person goes on with something else.
              if (end.isConfirmed && screen.changes === changes) {
                screen = { base: expectedAfter(end), changes: checks ? {} : more }
                if (!checks) Object.assign(meant, more)
              }
            }
          }
          const reported = new Set(saved.notKept.map(({ name }) => name))
          const lost = differing(readAs(service.held), meant)
          expect(lost.filter((name) => !reported.has(name))).toEqual([])
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test('10,000 texts come back exactly as they were typed', async () => {
  const texts = settingNames.filter((name) => ['text', 'longText', 'email', 'words'].includes(setting(name).control.kind))
  const held: Settings = { ...defaults, name: 'Tango' }
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.record(Object.fromEntries(texts.map((name) => [name, anyText(name)]))), async (typed) => {
      const changes: Partial<Settings> = typed
      const service = serviceWith({ ...held }, 'keeps')
      const saved = await checked(
        saveSettings({
          call: createClient(sendTo(service, [])),
          chatId: 7,
          edits: { base: held, changes },
          sounds: knownSounds(),
          mayReset: goOn,
          choose: neverAsked,
        }),
      )
      expect(pick(service.held as Settings, (name) => texts.includes(name))).toEqual(changes)
      expect(saved?.chat).toMatchObject(changes)
      count += texts.length
    }),
    { numRuns: 1450 },
  )
  expect(count).toBeGreaterThanOrEqual(10_000)
  proved('R9', true, `${count.toLocaleString('en')} texts came back identical`)
})

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
    /** The service tells versions and takes a change for one of them only, as ours does. */
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
    const choose = async (clashes: Clash[]) => {
      const answer = answers.shift() ?? 'theirs'
      if (answer === 'neither') return null
      if (answer === 'theirs') return []
      for (const { name, theirs } of clashes) settled.add(valueOf(name, theirs))
      return clashes.map(({ name }) => name)
    }
    screen = (await call('chatRead', { params: { chatId: 7 } })).data
    for (const changes of saves) {
      // The careless one takes what is there at the moment of saving for what was on the screen.
      const base = manner.asks ? screen : (await call('chatRead', { params: { chatId: 7 } })).data
      settled.clear()
      const saved = await checked(
        saveSettings({ call, chatId: 7, edits: { base, changes }, sounds: knownSounds(), mayReset: goOn, choose }),
      )
      if (saved) screen = saved.chat
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

  test('somebody who is not asked does overwrite in silence', async () => {
    const { silent } = await interleave({ hasVersions: false, asks: false })
    expect(silent).toBeGreaterThan(20)
  })
})
