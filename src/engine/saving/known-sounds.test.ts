import { describe, expect, test } from 'vitest'
import { nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { defaults } from '#contract/settings-derive.ts'
import { behaviourIn, updateBody } from './sounds.ts'

const learned = (behaviours: ServiceProfile['behaviours']): ServiceProfile => ({ ...nothingLearned, behaviours })
const kept = { value: 'kept', at: 1_700_000_000, from: 'tested' } as const

describe('a behaviour of the service', () => {
  test('is what was observed last, until something else is observed', () => {
    expect(behaviourIn(learned({ omittedSettings: kept }), 'omittedSettings')).toBe('kept')
    expect(behaviourIn(learned({ omittedSettings: { ...kept, contradicted: 1_700_000_100 } }), 'omittedSettings')).toBeUndefined()
    expect(behaviourIn(nothingLearned, 'omittedSettings')).toBeUndefined()
  })

  test('is known of our own service', () => {
    expect(behaviourIn(null, 'omittedSettings')).toBe('kept')
  })
})

describe('the body of an update', () => {
  const fresh = { ...defaults, name: 'Lobby' }
  const body = (known: Parameters<typeof updateBody>[3]) => updateBody(fresh, { upload: false }, () => undefined, known)

  test('has all settings where the service may reset what is left out', () => {
    for (const omittedSettings of [undefined, 'reset'] as const) {
      expect(body({ omittedSettings, updateWithoutName: 'accepted' })).toMatchObject({ name: 'Lobby', upload: false, mentions: true })
    }
  })

  test('has only the changes where the service keeps what is left out, and the name unless it can be left out too', () => {
    expect(body({ omittedSettings: 'kept', updateWithoutName: 'accepted' })).toEqual({ upload: false })
    expect(body({ omittedSettings: 'kept' })).toEqual({ name: 'Lobby', upload: false })
    expect(body({ omittedSettings: 'kept', updateWithoutName: 'refused' })).toEqual({ name: 'Lobby', upload: false })
  })
})
