import { expect, test } from 'vitest'
import { ChatDraft } from './chats.ts'
import { defaults, groupNames, isSettingName, setting, settingNames } from './settings-derive.ts'
import { groups, type SettingName } from './settings.ts'

/** "Default on create" of the API document's table, by hand: the catalogue is held against it. '' stands for "none". */
const documented: Record<SettingName, boolean | number | string> = {
  name: '',
  type: 0,
  langId: 'en',
  monetizeLogin: false,
  networkOneLogin: true,
  networkTwoLogin: true,
  serviceLogin: true,
  anonymous: true,
  guestAvatar: false,
  register: false,
  registerTermsTitle: '',
  systemMessages: false,
  allowListeners: true,
  forceSDKLogin: false,
  allowLinks: true,
  allowImages: true,
  allowAudio: true,
  allowVideo: true,
  allowSmiles: true,
  upload: true,
  uploadAdmin: false,
  p2pAudio: true,
  p2pAudioAdmin: false,
  p2pVideo: true,
  p2pVideoAdmin: false,
  filterWords: '',
  archive: true,
  sendArchive: true,
  allowPrivateChat: true,
  privateChatAdmin: false,
  userslist: true,
  userslistAdmin: false,
  autoInvite: true,
  inviteFriends: true,
  offline: false,
  offlineMessage: '',
  offlineShowForm: false,
  offlineMessageEmail: '',
  httpsOnly: false,
  messagesFromBottom: false,
  sound_userJoined: 'pop',
  sound_userLeft: 'pop',
  sound_message: 'pop',
  sound_privateMessage: 'pop',
  sound_notice: 'pop',
  sound_ring: 'pop',
  mentions: true,
  privateChat: true,
  options_sound: true,
  options_privateChatPopup: true,
  options_adminMode: true,
  options_fontSize: true,
  options_qr: true,
  options_exportTranscript: true,
  options_openChatInNewWindow: true,
  options_clearChatMessages: true,
  groupChatWelcomeMessage: '',
  groupChatWelcomeMessageDelay: 1,
  privateChatWelcomeMessage: '',
  privateChatWelcomeMessageDelay: 1,
}

test('the defaults are those of the API document', () => {
  expect(defaults).toEqual(documented)
})

test('60 settings: 43 booleans, 6 sounds, 7 texts, 2 delays, the kind and the language', () => {
  const count: Record<string, number> = {}
  for (const name of settingNames) count[setting(name).control.kind] = (count[setting(name).control.kind] ?? 0) + 1
  const { text = 0, longText = 0, words = 0, email = 0, ...others } = count
  expect(settingNames).toHaveLength(60)
  expect({ ...others, texts: text + longText + words + email }).toEqual({
    switch: 43,
    sound: 6,
    texts: 7,
    seconds: 2,
    choice: 1,
    language: 1,
  })
  expect({ words, email }).toEqual({ words: 1, email: 1 })
})

test('13 groups, none empty', () => {
  expect(groupNames).toHaveLength(13)
  expect(groupNames.filter((group) => !settingNames.some((name) => setting(name).group === group))).toEqual([])
})

test.each(settingNames)('%s: group, texts, a valid default and an existing dependency', (name) => {
  const { group, label, help, control, needs, keywords } = setting(name)
  expect(groups).toHaveProperty(group)
  expect(label).toMatch(/^\S.*[^.\s]$/)
  expect(help).toMatch(/^\S.*\.$/)
  expect(keywords?.length).toBeGreaterThan(0)
  if (name !== 'name') expect(ChatDraft.safeParse({ name: 'x', [name]: control.default }).success).toBe(true)
  if (!needs) return
  expect(isSettingName(needs.setting)).toBe(true)
  if (isSettingName(needs.setting)) expect(typeof defaults[needs.setting]).toBe(needs.is === 'filled' ? 'string' : 'boolean')
})

test('no two settings and no two groups have the same label', () => {
  const labels = settingNames.map((name) => setting(name).label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(new Set(Object.values(groups).map(({ label }) => label)).size).toBe(groupNames.length)
})
