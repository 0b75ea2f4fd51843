import { describe, expect, test } from 'vitest'
import { defaults, type Settings } from '#contract/settings-derive.ts'
import { contactAddress, previewModel, roles, type ChatScreen, type OfflineScreen, type Role, type SignInScreen } from './model.ts'
import { screenNames } from './parts.ts'

const values = (own: Partial<Settings>): Settings => ({ ...defaults, name: 'Main stage', ...own })

function screenOf<K extends 'chat' | 'signIn' | 'offline'>(kind: K, own: Partial<Settings>, role: Role, hasCurrency = false) {
  const { screen } = previewModel(values(own), role, kind, hasCurrency)
  expect(screen.kind).toBe(kind)
  // Just checked.
  return screen as { chat: ChatScreen; signIn: SignInScreen; offline: OfflineScreen }[K]
}
const chat = (own: Partial<Settings> = {}, role: Role = 'user') => screenOf('chat', own, role)
const signIn = (own: Partial<Settings> = {}, hasCurrency = false) => screenOf('signIn', own, 'guest', hasCurrency)
const forRoles = <T>(look: (role: Role) => T) => roles.map(look)
const texts = ({ feed }: ChatScreen) =>
  feed.map((entry) => (typeof entry === 'string' ? entry : entry.pieces.map(({ shown }) => shown).join('')))

describe('what a role may do', () => {
  test.each([
    ['upload', 'upload', 'uploadAdmin', (screen: ChatScreen) => screen.composer?.upload],
    ['audio calls', 'p2pAudio', 'p2pAudioAdmin', (screen: ChatScreen) => screen.actions.audioCall],
    ['video calls', 'p2pVideo', 'p2pVideoAdmin', (screen: ChatScreen) => screen.actions.videoCall],
    ['private messages', 'allowPrivateChat', 'privateChatAdmin', (screen: ChatScreen) => screen.actions.privateMessage],
    ['private messages', 'privateChat', 'privateChatAdmin', (screen: ChatScreen) => screen.actions.privateMessage],
    ['users list', 'userslist', 'userslistAdmin', (screen: ChatScreen) => screen.people !== null],
  ] as const)('%s: %s for all, %s for admins, none when off', (_, feature, adminsOnly, has) => {
    expect(forRoles((role) => has(chat({ [feature]: true, [adminsOnly]: false }, role)))).toEqual([true, true, true])
    expect(forRoles((role) => has(chat({ [feature]: true, [adminsOnly]: true }, role)))).toEqual([false, false, true])
    expect(forRoles((role) => has(chat({ [feature]: false, [adminsOnly]: true }, role)))).toEqual([false, false, false])
  })

  test.each([
    'options_sound',
    'options_privateChatPopup',
    'options_fontSize',
    'options_qr',
    'options_exportTranscript',
    'options_openChatInNewWindow',
    'options_clearChatMessages',
  ] as const)('%s is in the menu of everyone', (name) => {
    const inMenu = (own: Partial<Settings>) => forRoles((role) => chat(own, role).options.some((option) => option.name === name))
    expect(inMenu({ [name]: true })).toEqual([true, true, true])
    expect(inMenu({ [name]: false })).toEqual([false, false, false])
  })

  test('admin mode is for admins, the private pop-up needs private messages', () => {
    const names = (own: Partial<Settings>, role: Role) => chat(own, role).options.map(({ name }) => name)
    expect(forRoles((role) => names({}, role).includes('options_adminMode'))).toEqual([false, false, true])
    expect(names({ allowPrivateChat: false }, 'admin')).not.toContain('options_privateChatPopup')
  })

  test('invite and emoji buttons follow their settings', () => {
    expect([chat().invite, chat({ inviteFriends: false }).invite]).toEqual([true, false])
    expect([chat().composer?.emoji, chat({ allowSmiles: false }).composer?.emoji]).toEqual([true, false])
  })
})

describe('the conversation', () => {
  test('earlier messages are shown only where they are stored and sent', () => {
    expect(texts(chat())).not.toContain('nothingBefore')
    const without = [chat({ archive: false }), chat({ sendArchive: false })]
    for (const screen of without) {
      expect(texts(screen)[0]).toBe('nothingBefore')
      expect(screen.feed.length).toBe(chat().feed.length - 1)
    }
  })

  test('newest on top reverses the order', () => {
    const own = { systemMessages: true, groupChatWelcomeMessage: 'Hello', filterWords: 'damn, ass' }
    expect(chat({ ...own, messagesFromBottom: true }).feed).toEqual(chat(own).feed.toReversed())
  })

  test('notices are shown only with system messages', () => {
    expect([chat(), chat({ systemMessages: true })].map((screen) => texts(screen).includes('notice'))).toEqual([false, true])
  })

  test('welcome texts are shown with their delays, the private one only with private chat', () => {
    const own = { groupChatWelcomeMessage: 'Hello', groupChatWelcomeMessageDelay: 5, privateChatWelcomeMessage: 'Psst' }
    expect(chat(own).welcome).toEqual({ text: 'Hello', after: '5' })
    expect(chat(own).privateWelcome).toEqual({ text: 'Psst', after: '1' })
    expect(chat({ ...own, privateChat: false }).privateWelcome).toBeNull()
    expect(chat().welcome).toBeNull()
    expect(texts(chat(own))).toEqual(expect.arrayContaining(['welcome', 'privateWelcome']))
  })

  test('a sample message shows a banned word of each kind', () => {
    expect(texts(chat({ filterWords: 'damn, ass' })).slice(-2)).toEqual(['****, damnxyz, abcdamn', '***, ***xyz, abc***'])
    expect(chat({ filterWords: '' }).feed.length).toBe(chat({ filterWords: 'x'.repeat(5000) }).feed.length)
  })

  test('the name and the kind of the chat are shown', () => {
    expect(chat({ name: 'Side stage', type: 1 })).toMatchObject({ name: 'Side stage', expert: true })
    expect(chat({ type: 0 }).expert).toBe(false)
  })
})

describe('before signing in', () => {
  test('the dialog has the sign-in methods that are on', () => {
    const none = { networkOneLogin: false, networkTwoLogin: false, serviceLogin: false, anonymous: false }
    expect(signIn(none).dialog).toMatchObject({ networks: [], password: false, termsTitle: null, guest: null })
    expect(signIn({ ...none, networkTwoLogin: true }).dialog?.networks).toEqual(['networkTwo'])
    expect(signIn({ ...none, networkOneLogin: true }).dialog?.networks).toEqual(['networkOne'])
    expect(signIn({ ...none, serviceLogin: true }).dialog?.password).toBe(true)
    expect(signIn({ ...none, anonymous: true }).dialog?.guest).toEqual({ avatar: false })
    expect(signIn({ ...none, anonymous: true, guestAvatar: true }).dialog?.guest).toEqual({ avatar: true })
  })

  test('registration needs passwords and has a title for its terms', () => {
    expect(signIn({ register: true }).dialog?.termsTitle).toBe('Terms of use')
    expect(signIn({ register: true, registerTermsTitle: 'House rules' }).dialog?.termsTitle).toBe('House rules')
    expect(signIn({ register: true, serviceLogin: false }).dialog?.termsTitle).toBeNull()
    expect(signIn({ register: false }).dialog?.termsTitle).toBeNull()
  })

  test('invites are offered for both networks, whichever are on for sign-in', () => {
    expect(signIn().dialog?.invites).toEqual(['networkOne', 'networkTwo'])
    expect(signIn({ networkOneLogin: false }).dialog?.invites).toEqual(['networkOne', 'networkTwo'])
    expect(signIn({ autoInvite: false }).dialog?.invites).toEqual([])
  })

  test('there is no dialog where the owner’s website signs users in', () => {
    expect(signIn({ forceSDKLogin: true }).dialog).toBeNull()
  })

  test('messages are shown before sign-in only where that is allowed, and never before payment', () => {
    expect(signIn().behind).not.toBeNull()
    expect(signIn({ allowListeners: false }).behind).toBeNull()
    expect(signIn({ monetizeLogin: true }, true)).toMatchObject({ behind: null, paid: true })
  })

  test('a note says that users cannot sign in only where every way is off', () => {
    const off = { networkOneLogin: false, networkTwoLogin: false, serviceLogin: false }
    const notes = (own: Partial<Settings>, role: Role = 'user') => previewModel(values(own), role, 'chat', false).notes
    expect(notes(off)).toEqual(['Every way to sign in as a user is off.'])
    for (const way of Object.keys(off)) expect(notes({ ...off, [way]: true }), way).toEqual([])
    // The owner's website signs users in.
    expect(notes({ ...off, forceSDKLogin: true })).toEqual([])
    expect(notes(off, 'admin')).toEqual([])
  })

  test('paid entry without a currency has a note and no effect', () => {
    expect(signIn({ monetizeLogin: true }, false)).toMatchObject({ paid: false, behind: expect.any(Array) })
    expect(previewModel(values({ monetizeLogin: true }), 'user', 'chat', false).notes).toEqual(['Paid entry requires an account currency.'])
    expect(previewModel(values({ monetizeLogin: true }), 'user', 'chat', true).notes).toEqual(['Shown after payment.'])
  })

  test.each([{ anonymous: false }, { forceSDKLogin: true }])('a guest who cannot enter (%j) reads along, or sees the dialog', (own) => {
    expect(chat(own, 'guest')).toMatchObject({ composer: null, actions: { privateMessage: false, audioCall: false, videoCall: false } })
    const hidden = previewModel(values({ ...own, allowListeners: false }), 'guest', 'chat', false)
    expect(hidden.screen.kind).toBe('signIn')
    expect(chat(own, 'user').composer).not.toBeNull()
  })
})

describe('offline', () => {
  test('the offline page replaces every screen for every role', () => {
    for (const role of roles) {
      for (const screen of screenNames) {
        expect(previewModel(values({ offline: true, offlineMessage: 'Back at nine' }), role, screen, false)).toEqual({
          screen: { kind: 'offline', name: 'Main stage', message: 'Back at nine', formGoesTo: null },
          notes: ['Offline: everyone is disconnected and sees this.'],
        })
      }
    }
  })

  test('the offline page can be looked at while the chat is online, with a note', () => {
    expect(previewModel(values({}), 'user', 'offline', false).notes).toEqual([
      'The chat is online. Visitors see this page once it is offline.',
    ])
  })

  test('the form goes to the address, or to the account’s where it is invalid', () => {
    expect(screenOf('offline', { offlineShowForm: true, offlineMessageEmail: 'desk@a.example' }, 'user').formGoesTo).toBe('desk@a.example')
    expect(['', 'desk', 'desk@'].map(contactAddress)).toEqual(Array(3).fill('the account’s address'))
  })
})
