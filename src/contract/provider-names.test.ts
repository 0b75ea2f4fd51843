import { afterEach, expect, test } from 'vitest'
import { CatalogueFile, declaredSounds } from './catalogue-file.ts'
import { setProviderNames, type ProviderNames } from './provider-names.ts'
import { resources } from './resources.ts'
import { groupHelp, groupNames, searchSettings, setting, settingNames } from './settings-derive.ts'
import { stepKinds } from './gateway/audit.ts'

afterEach(() => setProviderNames())

const all = { networkOne: 'Friendface', networkTwo: '{service} & Co', service: 'Tidewater Chat' }

test('labels, help, search, records and steps use the names of the provider', () => {
  setProviderNames(all)
  expect(setting('networkOneLogin')).toMatchObject({ label: 'Sign-in with Friendface', help: 'Users can sign in with Friendface.' })
  expect(setting('autoInvite').help).toBe('Users see invite buttons for Friendface and {service} & Co after sign-in.')
  expect(setting('archive')).toMatchObject({ label: 'Keep messages', help: 'Tidewater Chat saves messages.' })
  expect(groupHelp('archive')).toBe('Which messages Tidewater Chat stores')
  expect(searchSettings('sign-in with friendface')).toEqual(['networkOneLogin'])
  // Whoever knows it by its earlier label finds it too.
  expect(searchSettings('network one')).toEqual(['networkOneLogin'])
  expect(resources.chat.fields['networkOneLogin']).toBe('Sign-in with Friendface')
  expect(stepKinds.sent).toBe('Sent to Tidewater Chat')
})

test('a text names all that it is about, or nothing', () => {
  const some: ProviderNames[] = [{}, { networkOne: 'Friendface' }, { service: 'Tidewater Chat' }, { networkTwo: 'Birdsite', service: 'X' }]
  for (const names of some) {
    setProviderNames(names)
    const texts = [...settingNames.flatMap((name) => [setting(name).label, setting(name).help]), ...groupNames.map(groupHelp)]
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([])
  }
  setProviderNames({ networkOne: 'Friendface' })
  expect(setting('autoInvite').help).toBe('Users see invite buttons for the two social networks after sign-in.')
  expect(setting('networkTwoLogin').label).toBe('Sign-in with network two')
})

const file = { languages: {}, sounds: [], countries: {} }

test.each([[{ service: ' ' }], [{ networkOne: 7 }], [{ networkTwo: 'x'.repeat(61) }]])('the names %j break the file', (names) => {
  expect(CatalogueFile.safeParse({ ...file, names }).success).toBe(false)
})

test('declared sounds are those of the same address, however it is written', () => {
  const sounds = [{ id: 3, name: 'gong', label: 'Gong' }]
  const services = { 'https://Chat.Example/v1/': { sounds } }
  expect(declaredSounds({ services }, 'https://chat.example/v1')).toEqual(sounds)
  expect(declaredSounds({ services }, 'https://chat.example/v2')).toEqual([])
  expect(declaredSounds({}, 'https://chat.example/v1')).toEqual([])
})
