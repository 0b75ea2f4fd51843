import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nothingLearned, type SoundEvidence } from '#contract/service-profile.ts'
import { defaults, soundSettings, type Settings } from '#contract/settings-derive.ts'
import { namesByNumber, soundsAtRisk, withWrite } from './sounds.ts'

const noEvidence = nothingLearned.sounds
const quiet: Settings = { ...defaults, ...Object.fromEntries(soundSettings.map((name) => [name, ''])) }
type Sounds = Partial<Settings>

/** What a write of `sent` shows, between two readings. */
const shown = (before: Sounds | null, sent: Record<string, string>, after: Sounds, evidence: SoundEvidence = noEvidence) =>
  withWrite(evidence, { before: before && { ...quiet, ...before }, sent, after: { ...quiet, ...after } })
const names = (evidence: SoundEvidence, declared: { id: number; name: string }[] = []) =>
  Object.fromEntries(namesByNumber(declared, evidence))

describe('what a write shows', () => {
  test('a name that changed a sound has the number that was read back', () => {
    expect(names(shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 5 }))).toEqual({ 5: 'chime' })
  })

  test('a number that was there before shows nothing: the name may have been ignored', () => {
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: 3 }))).toEqual({})
  })

  test.each([['chime'], ['']])('a service that reads %j gives no number', (read) => {
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: read }))).toEqual({})
  })

  test('a chat that was created had no number before', () => {
    expect(names(shown(null, { sound_ring: 'chime' }, { sound_ring: 3 }))).toEqual({ 3: 'chime' })
  })

  test('two names for one number: neither counts', () => {
    const write = shown(
      { sound_ring: 1, sound_message: 1 },
      { sound_ring: 'chime', sound_message: 'gong' },
      { sound_ring: 3, sound_message: 3 },
    )
    expect(names(write)).toEqual({})
  })

  test('two numbers for one name: neither counts, also where the second comes later', () => {
    const first = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 3 })
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: 4 }, first))).toEqual({})
  })

  test('a number that a sound left out was reset to is not the number of a name', () => {
    const write = shown({ sound_ring: 5, sound_notice: 2 }, { sound_ring: 'kazoo' }, { sound_ring: 1, sound_notice: 1 })
    expect(names(write)).toEqual({})
    expect(write.resets).toBe(true)
  })

  test('the order of writes does not matter, and the same write twice is the same once', () => {
    const sound = fc.constantFrom('chime', 'gong', 'pop')
    const write = fc.record({
      before: fc.record({ sound_ring: fc.nat(3), sound_notice: fc.nat(3) }),
      sent: fc.oneof(fc.record({ sound_ring: sound }), fc.record({ sound_ring: sound, sound_notice: sound })),
      after: fc.record({ sound_ring: fc.nat(3), sound_notice: fc.nat(3) }),
    })
    type Write = { before: Sounds; sent: Record<string, string>; after: Sounds }
    const all = (writes: Write[]) => writes.reduce((evidence, { before, sent, after }) => shown(before, sent, after, evidence), noEvidence)
    fc.assert(
      fc.property(fc.array(write, { maxLength: 8 }), (writes) => {
        expect(names(all([...writes, ...writes]))).toEqual(names(all(writes)))
        expect(names(all(writes.toReversed()))).toEqual(names(all(writes)))
        expect(all([...writes, ...writes])).toEqual(all(writes))
      }),
    )
  })
})

describe('what the operator says', () => {
  const declared = [{ id: 3, name: 'chime' }]
  test('counts until the service shows something else', () => {
    expect(names(noEvidence, declared)).toEqual({ 3: 'chime' })
    const other = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 4 })
    expect(names(other, declared)).toEqual({})
  })

  test('decides between two things that the service has shown', () => {
    const first = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 4 })
    const both = shown({ sound_ring: 4 }, { sound_ring: 'chime' }, { sound_ring: 3 }, first)
    expect(names(both)).toEqual({})
    expect(names(both, declared)).toEqual({ 3: 'chime' })
  })

  test('stands beside what was learned', () => {
    expect(names(shown({ sound_ring: 1 }, { sound_ring: 'gong' }, { sound_ring: 4 }), declared)).toEqual({ 3: 'chime', 4: 'gong' })
  })
})

describe('what a save may reset', () => {
  const unnamed = () => undefined
  const chat = (sounds: Sounds) => ({ ...quiet, ...sounds })
  const kept = (sounds: Sounds, evidence?: SoundEvidence) => shown(sounds, {}, sounds, evidence)

  test('every sound without a name, as long as nothing is known', () => {
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: 4, sound_notice: 1, sound_message: 'pop' }), unnamed)).toEqual([
      'sound_notice',
      'sound_ring',
    ])
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: 4 }), () => 'gong')).toEqual([])
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: '' }), unnamed)).toEqual([])
  })

  test('not a number that was kept there before', () => {
    const evidence = kept({ sound_ring: 4 })
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4, sound_notice: 4 }), unnamed)).toEqual(['sound_notice'])
    expect(soundsAtRisk(evidence, chat({ sound_ring: 5 }), unnamed)).toEqual(['sound_ring'])
  })

  test('nothing, once one setting kept two different numbers: no reset would do that', () => {
    const evidence = kept({ sound_ring: 5 }, kept({ sound_ring: 4 }))
    expect(soundsAtRisk(evidence, chat({ sound_ring: 6, sound_notice: 1 }), unnamed)).toEqual([])
  })

  test('two numbers in two settings may be what these are reset to', () => {
    const evidence = kept({ sound_ring: 5, sound_notice: 4 })
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4 }), unnamed)).toEqual(['sound_ring'])
  })

  test('all of it again, once the service reset one', () => {
    const evidence = shown({ sound_ring: 5 }, {}, { sound_ring: 1 }, kept({ sound_ring: 5 }, kept({ sound_ring: 4 })))
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4 }), unnamed)).toEqual(['sound_ring'])
  })
})
