import { expect, test } from 'vitest'
import { defaults, settingNames, type Settings, settingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingsResolver, type Values } from './store.ts'

const base: Settings = { ...defaults, name: 'Aurora Live' }
const options = { fields: {}, shouldUseNativeValidation: false }

async function problems(edits: Partial<Values>, held: Settings = base): Promise<Partial<Record<SettingName, string>>> {
  const { errors } = await settingsResolver({ ...held, ...edits }, held, options)
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

/** Of every kind of value, what no setting, or not every setting, takes. */
const odd = ['', ' ', 'x\0', 'x'.repeat(100_000), '1.5', -1, 1.5, 1e9, true]

test.each(settingNames)('an edit of %s is refused by the form exactly where the service refuses it', async (name) => {
  for (const value of odd.filter((one) => one !== base[name])) {
    const isOwnSound = typeof value === 'number' && typeof defaults[name] === 'string' && name.startsWith('sound_')
    const refused = !settingsWrite[name].safeParse(value).success && !isOwnSound
    expect(Object.keys(await problems({ [name]: value })), JSON.stringify(value)?.slice(0, 20)).toEqual(refused ? [name] : [])
  }
})

test('all problems are found at once', async () => {
  expect(await problems({ name: '', groupChatWelcomeMessageDelay: 'soon', upload: false })).toEqual({
    name: 'must not be empty',
    groupChatWelcomeMessageDelay: 'must be whole seconds',
  })
})

test('unusual values of another service never block an edit', async () => {
  const held = { ...base, name: '', langId: '', type: 7, sound_ring: 7, sound_notice: '', offlineMessage: 'x'.repeat(100_000) }
  expect(await problems({}, held)).toEqual({})
  expect(await problems({ upload: false, mentions: false }, held)).toEqual({})
  expect(Object.keys(await problems({ name: ' ' }, held))).toEqual(['name'])
})

test('values pass unchanged, also those of settings without effect', async () => {
  const edits = { upload: false, uploadAdmin: true, filterWords: ' bad, worse' }
  expect((await settingsResolver({ ...base, ...edits }, base, options)).values).toEqual({ ...base, ...edits })
})
