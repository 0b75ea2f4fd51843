import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nothingLearned, type SoundEvidence } from '#contract/service-profile.ts'
import { defaults, soundSettings, type Settings } from '#contract/settings-derive.ts'
import { namesByNumber, soundsAtRisk, withWrite } from './sounds.ts'

const noEvidence = nothingLearned.sounds
const quiet: Settings = { ...defaults, ...Object.fromEntries(soundSettings.map((name) => [name, ''])) }
type Sounds = Partial<Settings>

/** The evidence of a write of `sent` between two reads. */
const shown = (before: Sounds | null, sent: Record<string, string>, after: Sounds, evidence: SoundEvidence = noEvidence) =>
  withWrite(evidence, { before: before && { ...quiet, ...before }, sent, after: { ...quiet, ...after } })
const names = (evidence: SoundEvidence, declared: { id: number; name: string }[] = []) =>
  Object.fromEntries(namesByNumber(declared, evidence))

describe('evidence of a write', () => {
  test('a name that changed a sound is mapped to the number that was read back', () => {
    expect(names(shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 5 }))).toEqual({ 5: 'chime' })
  })

  test('an unchanged number is not evidence, because the service may have ignored the name', () => {
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: 3 }))).toEqual({})
  })

  test.each([['chime'], ['']])('a service that returns %j gives no number', (read) => {
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: read }))).toEqual({})
  })

  test('a new chat had no number before', () => {
    expect(names(shown(null, { sound_ring: 'chime' }, { sound_ring: 3 }))).toEqual({ 3: 'chime' })
  })

  test('two names for one number are both discarded', () => {
    const write = shown(
      { sound_ring: 1, sound_message: 1 },
      { sound_ring: 'chime', sound_message: 'gong' },
      { sound_ring: 3, sound_message: 3 },
    )
    expect(names(write)).toEqual({})
  })

  test('two numbers for one name are both discarded, even if the second is learned later', () => {
    const first = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 3 })
    expect(names(shown({ sound_ring: 3 }, { sound_ring: 'chime' }, { sound_ring: 4 }, first))).toEqual({})
  })

  test('a number that an omitted sound was reset to is not mapped to a name', () => {
    const write = shown({ sound_ring: 5, sound_notice: 2 }, { sound_ring: 'kazoo' }, { sound_ring: 1, sound_notice: 1 })
    expect(names(write)).toEqual({})
    expect(write.resets).toBe(true)
  })

  test('the order of writes does not matter, and a repeated write adds nothing', () => {
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

describe('the mapping declared by the operator', () => {
  const declared = [{ id: 3, name: 'chime' }]
  test('is used until the service shows a different one', () => {
    expect(names(noEvidence, declared)).toEqual({ 3: 'chime' })
    const other = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 4 })
    expect(names(other, declared)).toEqual({})
  })

  test('decides between two contradicting observations', () => {
    const first = shown({ sound_ring: 1 }, { sound_ring: 'chime' }, { sound_ring: 4 })
    const both = shown({ sound_ring: 4 }, { sound_ring: 'chime' }, { sound_ring: 3 }, first)
    expect(names(both)).toEqual({})
    expect(names(both, declared)).toEqual({ 3: 'chime' })
  })

  test('is combined with learned mappings', () => {
    expect(names(shown({ sound_ring: 1 }, { sound_ring: 'gong' }, { sound_ring: 4 }), declared)).toEqual({ 3: 'chime', 4: 'gong' })
  })
})

describe('sounds that a save may reset', () => {
  const unnamed = () => undefined
  const chat = (sounds: Sounds) => ({ ...quiet, ...sounds })
  const kept = (sounds: Sounds, evidence?: SoundEvidence) => shown(sounds, {}, sounds, evidence)

  test('include every sound without a name while nothing is known', () => {
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: 4, sound_notice: 1, sound_message: 'pop' }), unnamed)).toEqual([
      'sound_notice',
      'sound_ring',
    ])
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: 4 }), () => 'gong')).toEqual([])
    expect(soundsAtRisk(noEvidence, chat({ sound_ring: '' }), unnamed)).toEqual([])
  })

  test('exclude a number that the service kept in this setting before', () => {
    const evidence = kept({ sound_ring: 4 })
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4, sound_notice: 4 }), unnamed)).toEqual(['sound_notice'])
    expect(soundsAtRisk(evidence, chat({ sound_ring: 5 }), unnamed)).toEqual(['sound_ring'])
  })

  test('are empty once one setting kept two different numbers, because a reset to a fixed value cannot do that', () => {
    const evidence = kept({ sound_ring: 5 }, kept({ sound_ring: 4 }))
    expect(soundsAtRisk(evidence, chat({ sound_ring: 6, sound_notice: 1 }), unnamed)).toEqual([])
  })

  test('include two numbers kept in two settings, because both may be reset values', () => {
    const evidence = kept({ sound_ring: 5, sound_notice: 4 })
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4 }), unnamed)).toEqual(['sound_ring'])
  })

  test('include every sound again once the service has reset one', () => {
    const evidence = shown({ sound_ring: 5 }, {}, { sound_ring: 1 }, kept({ sound_ring: 5 }, kept({ sound_ring: 4 })))
    expect(soundsAtRisk(evidence, chat({ sound_ring: 4 }), unnamed)).toEqual(['sound_ring'])
  })
})
