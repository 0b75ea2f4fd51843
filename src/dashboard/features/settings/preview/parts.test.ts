import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaults, setting, settingNames, type Settings } from '#contract/settings-derive.ts'
import { previewModel, roles } from './model.ts'
import { partOf, screenNames, screenOf, settingsIn, type ScreenName } from './parts.ts'

const switches = settingNames.filter((name) => setting(name).control.kind === 'switch' && name !== 'offline')

test('what a switch changes on any screen shows on the one that the catalogue declares', () => {
  fc.assert(
    fc.property(fc.constantFrom(...switches), fc.subarray(switches), fc.boolean(), (name, on, hasCurrency) => {
      const values: Settings = { ...defaults, ...Object.fromEntries(switches.map((other) => [other, on.includes(other)])) }
      const drawn = (value: boolean, screen: ScreenName) =>
        JSON.stringify(roles.map((role) => previewModel({ ...values, [name]: value }, role, screen, hasCurrency)))
      const changed = screenNames.filter((screen) => drawn(true, screen) !== drawn(false, screen))
      const declared = screenOf(name)
      expect(changed.length === 0 || (declared !== null && changed.includes(declared)), name).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('a setting shows where its group does, unless it says otherwise', () => {
  expect([partOf('upload'), partOf('offlineMessage'), partOf('sound_ring')]).toEqual(['chat', 'offline', 'none'])
  expect([partOf('autoInvite'), partOf('langId'), partOf('allowAudio')]).toEqual(['signIn', 'none', 'audio'])
  expect([screenOf('options_qr'), screenOf('allowLinks'), screenOf('guestAvatar'), screenOf('langId')]).toEqual([
    'chat',
    'chat',
    'signIn',
    null,
  ])
})

test('the menu holds the option buttons', () => {
  expect(settingsIn('menu')).toEqual(settingNames.filter((name) => setting(name).group === 'options'))
})
