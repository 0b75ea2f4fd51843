import { describe, expect, test } from 'vitest'
import { defaults, settingNames, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import names from '../../../../../public/catalogue.json'
import { soundName } from '#dashboard/platform/service/catalogue.ts'
import { differences } from '#engine/saving/three-way.ts'
import { settingsComparison } from '#engine/saving/settings-target.ts'

describe('settings that were not kept', () => {
  const lost = (intended: Partial<Settings>, kept: Partial<Settings>) =>
    differences(settingsComparison(soundName(names)), { ...defaults, ...intended }, { ...defaults, ...kept }).map(({ name }) => name)

  test('none, where all are as intended', () => {
    expect(lost({}, {})).toEqual([])
  })

  test.each<[string | number, string | number, boolean]>([
    ['pop', 1, true],
    [1, 'pop', true],
    ['ring', 6, true],
    ['none', 0, true],
    [7, 7, true],
    ['gong', 'gong', true],
    ['', '', true],
    ['pop', 2, false],
    ['pop', 'ding', false],
    [1, 2, false],
    [7, 8, false],
    [7, 1, false],
    ['pop', 7, false],
    ['gong', 7, false],
    ['', 0, false],
  ])('the sound %j, read as %j: kept %j', (intended, kept, same) => {
    expect(lost({ sound_message: intended }, { sound_message: kept })).toEqual(same ? [] : ['sound_message'])
  })

  test.each<[SettingName, string | number | boolean, string | number | boolean]>([
    ['offline', true, false],
    ['type', 1, 0],
    ['langId', 'de', 'en'],
    ['langId', 7, '7'],
    ['name', 'Lobby', 'Lobby '],
    ['filterWords', ' a', 'a'],
    ['offlineMessage', 'Zo\u00eb', 'Zoe\u0308'],
    ['offlineMessageEmail', 'nobody', ''],
    ['groupChatWelcomeMessageDelay', 0, 1],
  ])('%s as %j, read as %j, is not', (name, intended, kept) => {
    expect(lost({ [name]: intended }, { [name]: kept })).toEqual([name])
    expect(
      differences(
        settingsComparison(() => undefined),
        { ...defaults, [name]: intended },
        { ...defaults, [name]: kept },
      ),
    ).toEqual([{ name, intended, kept }])
  })

  test('every setting is compared', () => {
    const other = (name: SettingName) => {
      const value = defaults[name]
      return typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}!`
    }
    expect(lost({}, Object.fromEntries(settingNames.map((name) => [name, other(name)])))).toEqual(settingNames)
  })
})
