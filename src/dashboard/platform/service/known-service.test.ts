import { expect, test } from 'vitest'
import { type Settings, defaults, settingNames } from '#contract/settings-derive.ts'
import { type ServiceProfile, nothingLearned } from '#contract/service-profile.ts'
import { updateBody, afterWrite } from '#engine/saving/sounds.ts'
import { behaviour } from './known-service.ts'

const fresh: Settings = { ...defaults, name: 'Lobby', sound_ring: 7 }
const nameOf = () => undefined

test('a service that keeps omitted settings receives only the changes', () => {
  const changes = { mentions: false, upload: fresh.upload }
  const known = { omittedSettings: 'kept', updateWithoutName: 'accepted' } as const
  expect(updateBody(fresh, changes, nameOf, known)).toEqual({ mentions: false })
  expect(updateBody(fresh, changes, nameOf, { ...known, updateWithoutName: 'refused' })).toEqual({ name: 'Lobby', mentions: false })
})

test.each([undefined, 'reset', 'emptied'] as const)(
  'a service whose handling of omitted settings is %s receives every setting that can be sent',
  (omittedSettings) => {
    const sent = Object.keys(updateBody(fresh, { mentions: false }, nameOf, { omittedSettings, updateWithoutName: 'accepted' }))
    expect(settingNames.filter((name) => !sent.includes(name))).toEqual(['sound_ring'])
  },
)

const keeps: ServiceProfile = { ...nothingLearned, behaviours: { omittedSettings: { value: 'kept', at: 1, from: 'tested' } } }
const seen = (after: Partial<Settings>) =>
  behaviour(
    {
      remote: {
        declared: [],
        suggested: [],
        profile: afterWrite(keeps, { before: fresh, sent: { mentions: false }, after: { ...fresh, mentions: false, ...after } }, 1000),
      },
    },
    'omittedSettings',
  )

test('a write that changes an omitted setting contradicts the profile', () => {
  expect(seen({})).toBe('kept')
  expect(seen({ upload: !fresh.upload })).toBeUndefined()
})

test('the behaviour of the bundled service is known without learning', () => {
  expect(behaviour({}, 'omittedSettings')).toBe('kept')
})
