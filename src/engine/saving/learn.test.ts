import { describe, expect, test } from 'vitest'
import { type ServiceProfile, nothingLearned } from '#contract/service-profile.ts'
import { type Settings, defaults } from '#contract/settings-derive.ts'
import { afterWrite, contradicted } from './sounds.ts'

const seen = { value: 'kept', at: 5, from: 'seen' } as const
const keeps: ServiceProfile = { ...nothingLearned, behaviours: { omittedSettings: seen, textEnds: seen } }

describe('a behaviour that is contradicted', () => {
  test('has the time of the first contradiction; the others stay as they are', () => {
    const once = contradicted(keeps, 'omittedSettings', 9)
    expect(once.behaviours).toEqual({ omittedSettings: { ...seen, contradicted: 9 }, textEnds: seen })
    expect(contradicted(once, 'omittedSettings', 12)).toBe(once)
  })

  test('was learned before', () => {
    expect(contradicted(nothingLearned, 'omittedSettings', 9)).toBe(nothingLearned)
  })
})

describe('a confirmed write', () => {
  const before: Settings = { ...defaults, name: 'Lobby', sound_message: 3, sound_notice: 4 }
  const write = (after: Partial<Settings>, created = false) => ({
    before: created ? null : before,
    sent: { name: 'Hall', sound_message: 'ding' },
    after: { ...before, name: 'Hall', ...after },
  })

  test('contradicts that omitted settings are kept if one of them changed', () => {
    const { behaviours } = afterWrite(keeps, write({ sound_message: 2, upload: !defaults.upload }), 9)
    expect(behaviours).toEqual({ omittedSettings: { ...seen, contradicted: 9 }, textEnds: seen })
  })

  test.each([
    ['only what was sent changed', keeps, write({ sound_message: 2 })],
    ['it created the chat', keeps, write({ sound_message: 2, upload: !defaults.upload }, true)],
    ['the service is not known to keep them', nothingLearned, write({ sound_message: 2, upload: !defaults.upload })],
    [
      'the service is known to reset them',
      { ...keeps, behaviours: { omittedSettings: { ...seen, value: 'reset' as const } } },
      write({ sound_message: 2, upload: !defaults.upload }),
    ],
  ])('contradicts nothing if %s', (_, profile, one) => {
    expect(afterWrite(profile, one, 9).behaviours).toEqual(profile.behaviours)
  })

  test('shows the number of a sound that was written, and that others kept theirs', () => {
    const { sounds } = afterWrite(keeps, write({ sound_message: 2 }), 9)
    expect(sounds.readBack).toEqual([['ding', 2]])
    expect(sounds.kept).toContainEqual(['sound_notice', 4])
    expect(sounds.resets).toBe(false)
  })
})
