import { expect, test } from 'vitest'
import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { blockedBy, settingInWords } from './setting-words.ts'

const catalogue = { languages: { pl: 'Polish' }, sounds: [{ id: 1, name: 'pop', label: 'Pop' }], countries: {} } as unknown as Parameters<
  typeof settingInWords
>[2]

test.each<[SettingName, SettingValue, string]>([
  ['upload', true, 'On'],
  ['upload', false, 'Off'],
  ['type', 99, 'no. 99'],
  ['langId', 'pl', 'Polish'],
  ['groupChatWelcomeMessageDelay', 5, '5 s'],
  ['name', 'Lobby', 'Lobby'],
  ['offlineMessage', 'Closed', 'Closed'],
  ['offlineMessageEmail', 'kim@example.org', 'kim@example.org'],
  ['filterWords', 'spam,eggs', 'spam,eggs'],
  ['filterWords', '', ''],
])('%s as %j in words: %s', (name, value, words) => {
  expect(settingInWords(name, value, catalogue)).toBe(words)
})

test('each choice of a setting has its label', () => {
  const { control } = setting('type')
  const choices = control.kind === 'choice' ? control.choices : []
  expect(choices.map(({ value }) => settingInWords('type', value, catalogue))).toEqual(choices.map(({ label }) => label))
  expect(choices.length).toBeGreaterThan(1)
})

test.each<[SettingName, SettingValue, string]>([
  ['offlineMessage', '', 'is empty'],
  ['offline', true, 'is on'],
  ['offline', false, 'is off'],
])('%s as %j takes the effect of another setting away', (name, value, why) => {
  expect(blockedBy(name, value)).toBe(`No effect while ${setting(name).label} ${why}`)
})
