import { z } from 'zod/mini'
import { setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { parser, type Piece } from './parse.ts'
import { settingsIn, type ScreenName } from './parts.ts'
import { earlier, filtered, notice, now, people, type SampleMessage } from './sample.ts'

export const roles = ['guest', 'user', 'admin'] as const
export type Role = (typeof roles)[number]

/** What is drawn: one of three screens, and notes about it. */
export interface PreviewModel {
  screen: ChatScreen | SignInScreen | OfflineScreen
  notes: string[]
}

export interface ShownMessage {
  from: string
  time: string
  pieces: Piece[]
}

export interface Welcome {
  text: string
  /** Seconds as typed in the field, which may not be a number yet. */
  after: string
}

/** What a person can start with another one. */
export interface PersonActions {
  privateMessage: boolean
  audioCall: boolean
  videoCall: boolean
}

export interface ChatScreen {
  kind: 'chat'
  name: string
  expert: boolean
  /** In the order of the screen, from top to bottom. */
  feed: ('welcome' | 'privateWelcome' | 'nothingBefore' | 'notice' | ShownMessage)[]
  notice: string
  welcome: Welcome | null
  privateWelcome: Welcome | null
  /** null: not shown to this role. */
  people: string[] | null
  actions: PersonActions
  invite: boolean
  options: { name: SettingName; label: string }[]
  /** null: not signed in, so nothing can be written. */
  composer: { upload: boolean; emoji: boolean } | null
}

export interface SignInScreen {
  kind: 'signIn'
  name: string
  /** The end of the conversation as shown to somebody who is not signed in; null: hidden. */
  behind: ShownMessage[] | null
  /** The pay wall is shown after the sign-in. */
  paid: boolean
  /** null: no dialog, the owner's website signs users in. */
  dialog: SignInDialog | null
}

export type Network = 'networkOne' | 'networkTwo'

export interface SignInDialog {
  networks: Network[]
  password: boolean
  /** The text of the terms link; null without registration. */
  termsTitle: string | null
  guest: { avatar: boolean } | null
  /** Networks whose friends may be invited after the sign-in. */
  invites: Network[]
}

export interface OfflineScreen {
  kind: 'offline'
  name: string
  message: string
  /** Where the contact form goes, null without one. */
  formGoesTo: string | null
}

/** What the chat looks like with these settings, for one role. */
export function previewModel(values: Settings, role: Role, screen: ScreenName, hasCurrency: boolean): PreviewModel {
  if (screen === 'offline' || values.offline) return { screen: offlineScreen(values), notes: offlineNotes(values) }
  const walled = values.monetizeLogin && hasCurrency
  const notes = values.monetizeLogin && !hasCurrency ? ['Paid entry requires an account currency.'] : []
  if (screen === 'signIn') return { screen: signInScreen(values, walled), notes: [...notes, 'The same for everyone who is not signed in.'] }
  const signedIn = role !== 'guest' || (values.anonymous && !values.forceSDKLogin)
  if (!signedIn) {
    notes.push('Guests cannot enter: this is what they see without signing in.')
    const mayRead = values.allowListeners && !walled
    return { screen: mayRead ? chatScreen(values, role, signedIn) : signInScreen(values, walled), notes }
  }
  if (role === 'user' && noWayIn(values)) notes.push('Every way to sign in as a user is off.')
  if (role !== 'admin' && walled) notes.push('Shown after payment.')
  return { screen: chatScreen(values, role, signedIn), notes }
}

const noWayIn = (values: Settings) => !values.forceSDKLogin && !values.networkOneLogin && !values.networkTwoLogin && !values.serviceLogin

/** Allowed for everyone, unless the setting for admins only is on too. */
const mayUse = (role: Role, allowed: boolean, adminsOnly: boolean) => allowed && (role === 'admin' || !adminsOnly)

function chatScreen(values: Settings, role: Role, signedIn: boolean): ChatScreen {
  const privateChat = values.privateChat && values.allowPrivateChat
  const welcome = (text: string, delay: number) => (signedIn && text !== '' ? { text, after: String(delay) } : null)
  const screen: Omit<ChatScreen, 'feed'> = {
    kind: 'chat',
    name: values.name,
    expert: values.type === 1,
    notice,
    welcome: welcome(values.groupChatWelcomeMessage, values.groupChatWelcomeMessageDelay),
    privateWelcome: privateChat ? welcome(values.privateChatWelcomeMessage, values.privateChatWelcomeMessageDelay) : null,
    people: mayUse(role, values.userslist, values.userslistAdmin) ? people : null,
    actions: {
      privateMessage: signedIn && mayUse(role, privateChat, values.privateChatAdmin),
      audioCall: signedIn && mayUse(role, values.p2pAudio, values.p2pAudioAdmin),
      videoCall: signedIn && mayUse(role, values.p2pVideo, values.p2pVideoAdmin),
    },
    invite: values.inviteFriends,
    options: optionsOf(values, role, privateChat),
    composer: signedIn ? { upload: mayUse(role, values.upload, values.uploadAdmin), emoji: values.allowSmiles } : null,
  }
  return { ...screen, feed: feedOf(values, screen) }
}

function optionsOf(values: Settings, role: Role, privateChat: boolean): ChatScreen['options'] {
  const isUseful = (name: SettingName) => {
    if (name === 'options_adminMode') return role === 'admin'
    return name !== 'options_privateChatPopup' || privateChat
  }
  return settingsIn('menu')
    .filter((name) => values[name] && isUseful(name))
    .map((name) => ({ name, label: setting(name).label }))
}

function feedOf(values: Settings, { welcome, privateWelcome }: Pick<ChatScreen, 'welcome' | 'privateWelcome'>): ChatScreen['feed'] {
  const parse = parser(values)
  const shown = ({ from, time, text }: SampleMessage): ShownMessage => ({ from, time, pieces: parse(text) })
  const oldestFirst: ChatScreen['feed'] = [
    ...(values.archive && values.sendArchive ? earlier.map(shown) : ['nothingBefore' as const]),
    ...(welcome ? ['welcome' as const] : []),
    ...(privateWelcome ? ['privateWelcome' as const] : []),
    ...(values.systemMessages ? ['notice' as const] : []),
    ...now.map(shown),
    ...filtered(values.filterWords).map(shown),
  ]
  return values.messagesFromBottom ? oldestFirst.toReversed() : oldestFirst
}

function signInScreen(values: Settings, paid: boolean): SignInScreen {
  const parse = parser(values)
  const readable = values.allowListeners && !paid
  return {
    kind: 'signIn',
    name: values.name,
    behind: readable ? now.slice(-1).map(({ from, time, text }) => ({ from, time, pieces: parse(text) })) : null,
    paid,
    dialog: values.forceSDKLogin ? null : signInDialog(values),
  }
}

function signInDialog(values: Settings): SignInDialog {
  const networks = (['networkOne', 'networkTwo'] as const).filter((network) => values[`${network}Login`])
  return {
    networks,
    password: values.serviceLogin,
    termsTitle: values.serviceLogin && values.register ? values.registerTermsTitle || 'Terms of use' : null,
    guest: values.anonymous ? { avatar: values.guestAvatar } : null,
    invites: values.autoInvite ? ['networkOne', 'networkTwo'] : [],
  }
}

const offlineScreen = (values: Settings): OfflineScreen => ({
  kind: 'offline',
  name: values.name,
  message: values.offlineMessage,
  formGoesTo: values.offlineShowForm ? contactAddress(values.offlineMessageEmail) : null,
})

const offlineNotes = ({ offline }: Settings) => [
  offline ? 'Offline: everyone is disconnected and sees this.' : 'The chat is online. Visitors see this page once it is offline.',
]

/** Where the contact form goes: the API accepts an invalid offlineMessageEmail and then uses the account's address. */
export const contactAddress = (email: string) => (z.email().safeParse(email).success ? email : 'the account’s address')
