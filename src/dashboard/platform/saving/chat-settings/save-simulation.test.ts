import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { defaults, setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { figure } from '../../../../test-figure.ts'
import { isProof, runs } from '../../../../test-runs.ts'
import { checkSave, expectedAfter, pick, saveThreeWay, type Conflict, type Edits } from '#engine/saving/three-way.ts'
import { settingsTarget, type CheckedSettings, type UncheckedSettings } from '#engine/saving/settings-target.ts'
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
} from './test-settings-service.ts'

/**
 * Saving settings against services of which nothing is known but the API document, through the real client and in the shapes of the wire:
 * what they make of fields that an update leaves out, sounds that they number as they like, answers that get lost.
 * PROOF=1 makes four times as many runs, and prints figures.
 */

const proved = (...of: Parameters<typeof figure>) => isProof && figure(...of)

/** The person is warned of what a save may reset; these tests continue. */
const goOn = async () => true

/** The result of a save whose read-back cannot fail. */
async function checked(saving: Promise<CheckedSettings | UncheckedSettings | null>): Promise<CheckedSettings | null> {
  const saved = await saving
  if (saved?.kind === 'unchecked') throw saved.because
  return saved
}

const neverAsked = () => Promise.reject(new Error('nobody else was there'))

describe.each<LeftOut>(['keeps', 'resets', 'empties'])('a service that %s what is left out', (leftOut) => {
  test('nothing changes but what was edited, and what the result reports', async () => {
    const seen = { edits: 0, announced: 0, numbered: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyHeld,
        edits(settingNames, 5),
        fc.array(anyLoss, { minLength: 3, maxLength: 3 }),
        async (before, changes, losses) => {
          const service = serviceWith({ ...before }, leftOut)
          const call = createClient(sendTo(service, [...losses]))
          const announced = new Set<SettingName>()
          const save = () =>
            checked(
              saveThreeWay(
                settingsTarget({
                  call,
                  chatId: 7,
                  sounds: knownSounds(),
                  mayReset: async (names) => names.every((name) => announced.add(name)),
                }),
                { edits: { base: before, changes }, choose: neverAsked },
              ),
            )
          let saved: CheckedSettings | null = null
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
          expect(differing(saved.held, after)).toEqual([])
          // Reporting is the last resort: only a sound without a known name may be lost, and only where the service resets what is left out.
          const unnamed = new Set(settingNames.filter((name) => isSound(name) && !(name in changes) && Number(before[name]) >= known))
          expect([...reported].filter((name) => leftOut === 'keeps' || !unnamed.has(name))).toEqual([])
          for (const { name, intended, kept } of saved.notKept)
            expect([isSame(name, intended, before[name]), isSame(name, kept, after[name])]).toEqual([true, true])
          // The person was warned of every loss before the save.
          expect([...reported].filter((name) => !announced.has(name))).toEqual([])
          // A sound that nobody edited is sent under the name of the held value, or not at all.
          const guessed = service.sent.flatMap((body) =>
            settingNames.filter(
              (name) => isSound(name) && name in body && !(name in changes) && numberOf(body[name]!) !== numberOf(before[name]),
            ),
          )
          expect(guessed).toEqual([])
          seen.edits++
          seen.announced += reported.size
          seen.numbered += unnamed.size
        },
      ),
      { numRuns: runs(1000) },
    )
    proved(
      'R7',
      true,
      `a service that ${leftOut} what is left out: ${seen.edits} random edits, 0 unnoticed changes in ${settingNames.length} fields, ${seen.announced} announced and offered to be put back`,
    )
    expect(leftOut === 'keeps' ? seen.announced : 0).toBe(0)
    const kept = leftOut === 'keeps' ? 'all kept' : `${seen.announced} lost by the service, each announced`
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
          const target = settingsTarget({ call, chatId: 7, sounds: knownSounds(), mayReset: goOn })
          const meant = { ...before, ...changes }
          let screen: Edits<Settings> = { base: before, changes }
          let earlier: UncheckedSettings | null = null
          // What the save before lost may be edited by the next one: then it is asked about.
          const mine = async (conflicts: Conflict<Settings>[]) => conflicts.map(({ name }) => name)
          /** Saves, or presses "Check again" where the page offers it; null: pressed in vain. */
          const press = (): Promise<CheckedSettings | UncheckedSettings | null> =>
            earlier?.isConfirmed && checks ? checkSave(target, earlier) : saveThreeWay(target, { edits: screen, earlier, choose: mine })
          let saved: CheckedSettings | null = null
          while (!saved) {
            const end: CheckedSettings | UncheckedSettings | null = await press().catch((error: unknown) => {
              if (!(error instanceof Failure)) throw error
              return null
            })
            if (!end) continue
            if (end.kind === 'checked') saved = end
            else {
              earlier = end
              // The confirmed values are on the screen, and the person edits something else.
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
      { numRuns: runs(1000) },
    )
  })
})

test('texts come back exactly as they were typed, 10,000 of them in the proof', async () => {
  const texts = settingNames.filter((name) => ['text', 'longText', 'email', 'words'].includes(setting(name).control.kind))
  const held: Settings = { ...defaults, name: 'Tango' }
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.record(Object.fromEntries(texts.map((name) => [name, anyText(name)]))), async (typed) => {
      const changes: Partial<Settings> = typed
      const service = serviceWith({ ...held }, 'keeps')
      const saved = await checked(
        saveThreeWay(settingsTarget({ call: createClient(sendTo(service, [])), chatId: 7, sounds: knownSounds(), mayReset: goOn }), {
          edits: { base: held, changes },
          choose: neverAsked,
        }),
      )
      expect(pick(service.held as Settings, (name) => texts.includes(name))).toEqual(changes)
      expect(saved?.held).toMatchObject(changes)
      count += texts.length
    }),
    { numRuns: runs(1450) },
  )
  if (isProof) expect(count).toBeGreaterThanOrEqual(10_000)
  proved('R9', true, `${count.toLocaleString('en')} texts came back identical`)
})
