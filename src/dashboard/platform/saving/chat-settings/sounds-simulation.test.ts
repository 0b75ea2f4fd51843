import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient, Failure } from '#contract/client.ts'
import { defaults, soundSettings, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { figure } from '../../../../test-figure.ts'
import { isProof, runs } from '../../../../test-runs.ts'
import { saveThreeWay } from '#engine/saving/three-way.ts'
import { settingsTarget } from '#engine/saving/settings-target.ts'
import { anyHeld, knownSounds, readAs, sendTo, serviceWith, type LeftOut } from './test-settings-service.ts'

/**
 * Saving against services whose numbers mean other sounds than ours, some of them with unknown names. What one save shows is
 * known to the next. PROOF=1 makes four times as many runs, and prints figures.
 */

const tried = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']
const foreign = ['gong', 'owl', 'rain', 'drum']

/** So many of its names may be known here; the numbers are its own. */
const anyNumbering = fc
  .shuffledSubarray([...tried, ...foreign], { minLength: 4 })
  .filter((names) => names.includes('pop') && names.some((name) => name !== 'pop' && tried.includes(name)))

const anySounds = fc
  .tuple(...soundSettings.map(() => fc.nat(3)))
  .map((numbers) => Object.fromEntries(numbers.map((number, index) => [soundSettings[index], number])) as Partial<Settings>)
const anyChoice = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...soundSettings), fc.constantFrom(...tried, 'gong', 'kazoo'), { maxKeys: 3 }),
    fc.dictionary(fc.constantFrom<SettingName>('mentions', 'upload', 'offline'), fc.boolean(), { maxKeys: 2 }),
  )
  .map(([sounds, switches]): Partial<Settings> => ({ ...sounds, ...switches }))

/** Where an unknown name makes the service reset a sound, all have one usual sound, as in the API document. */
const manners = [
  { strange: 'refuses', usual: (name: SettingName) => soundSettings.findIndex((other) => other === name) % 4 },
  { strange: 'ignores', usual: (name: SettingName) => soundSettings.findIndex((other) => other === name) % 4 },
  { strange: 'resets', usual: () => 1 },
] as const

describe.each<LeftOut>(['keeps', 'resets', 'empties'])('a service with sounds of its own that %s what is left out', (leftOut) => {
  test.each(manners)('and $strange a name it does not know: no sound changes that nobody edited or was told of', async (manner) => {
    const seen = { saves: 0, untouched: 0, announced: 0, lost: 0, asked: 0, learnt: 0 }
    await fc.assert(
      fc.asyncProperty(
        anyHeld,
        anyNumbering,
        fc.array(anySounds, { minLength: 2, maxLength: 2 }),
        fc.array(fc.tuple(fc.nat(1), anyChoice), { minLength: 1, maxLength: 8 }),
        async (settings, sounds, chats, edits) => {
          const known = knownSounds([])
          const services = chats.map((numbers) => serviceWith({ ...settings, ...numbers }, leftOut, [], { ...manner, sounds }))
          for (const [which, changes] of edits) {
            const service = services[which]!
            const before = readAs(service.held)
            const announced = new Set<SettingName>()
            const saved = await saveThreeWay(
              settingsTarget({
                call: createClient(sendTo(service, [])),
                chatId: 7,
                sounds: known,
                mayReset: async (names) => {
                  seen.asked++
                  return names.every((name) => announced.add(name))
                },
              }),
              {
                edits: { base: withSoundNames(before, known.nameOf), changes },
                choose: () => Promise.reject(new Error('nobody else was there')),
              },
            ).catch((error: unknown) => {
              if (!(error instanceof Failure)) throw error
              return null
            })
            const after = readAs(service.held)
            if (!saved) {
              expect(after).toEqual(before)
              continue
            }
            if (saved.kind === 'unchecked') throw saved.because
            const reported = new Set(saved.notKept.map(({ name }) => name))
            const changed = soundSettings.filter((name) => after[name] !== before[name])
            const untouched = soundSettings.filter((name) => !(name in changes))
            expect(changed.filter((name) => untouched.includes(name) && !announced.has(name))).toEqual([])
            expect(changed.filter((name) => untouched.includes(name) && !reported.has(name))).toEqual([])
            // The chosen sound is stored, or reported as not kept.
            const meant = soundSettings.filter((name) => name in changes && service.numbered(name, changes[name]!) !== after[name])
            expect(meant.filter((name) => !reported.has(name))).toEqual([])
            const ignored = soundSettings.filter((name) => name in changes && !sounds.includes(String(changes[name])))
            if (manner.strange === 'ignores') expect(ignored.filter((name) => !reported.has(name))).toEqual([])
            expect(saved.held).toMatchObject(withSoundNames(after, known.nameOf))
            // A name is believed only where writing it gives that number.
            for (const number of sounds.keys()) {
              const name = known.nameOf(number)
              if (name !== undefined) expect(service.numbered('sound_ring', name)).toBe(number)
            }
            seen.saves++
            seen.untouched += untouched.length
            seen.announced += announced.size
            seen.lost += changed.filter((name) => untouched.includes(name)).length
            seen.learnt += [...sounds.keys()].filter((number) => known.nameOf(number) !== undefined).length
          }
        },
      ),
      { numRuns: runs(300) },
    )
    expect(seen.learnt).toBeGreaterThan(0)
    if (leftOut === 'keeps') expect(seen.lost).toBe(0)
    if (isProof)
      figure(
        'R8',
        true,
        `${leftOut} what is left out, ${manner.strange} unknown names: ${seen.saves} saves, ${seen.untouched} untouched sounds, 0 changed unannounced, ${seen.lost} of ${seen.announced} announced ones lost`,
      )
  })
})

test('a service that keeps what is left out is asked about a few times and never again', async () => {
  const known = knownSounds([])
  const service = serviceWith({ ...defaults, name: 'Lobby' }, 'keeps')
  let asked = 0
  const save = (changes: Partial<Settings>) =>
    saveThreeWay(
      settingsTarget({
        call: createClient(sendTo(service, [])),
        chatId: 7,
        sounds: known,
        mayReset: async () => Boolean(++asked),
      }),
      { edits: { base: readAs(service.held), changes }, choose: () => Promise.reject(new Error('nobody else was there')) },
    )
  for (const name of soundSettings) service.held[name] = 3
  await save({ mentions: false })
  expect(asked).toBe(1)
  await save({ mentions: true })
  expect(asked).toBe(1)
  for (const name of soundSettings) service.held[name] = 8
  await save({ mentions: false })
  expect(asked).toBe(2)
  for (const name of soundSettings) service.held[name] = 9
  await save({ mentions: true })
  expect(asked).toBe(2)
})
