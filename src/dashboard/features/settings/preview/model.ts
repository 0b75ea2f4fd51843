import { z } from 'zod/mini'
import { setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { parser, type Piece } from './parse.ts'
import { settingsIn, type ScreenName } from './parts.ts'
import { earlier, filtered, notice, now, people, type SampleMessage } from './sample.ts'

export const roles = ['guest', 'user', 'admin'] as const
export type Role = (typeof roles)[number]

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

export interface PersonActions {
  privateMessage: boolean
  audioCall: boolean
  videoCall: boolean
}

export type ChatScreen = ReturnType<typeof chatScreen>
export type SignInScreen = ReturnType<typeof signInScreen>
export type OfflineScreen = ReturnType<typeof offlineScreen>
export type SignInDialog = ReturnType<typeof signInDialog>
export type PreviewModel = ReturnType<typeof previewModel>
export type Network = 'networkOne' | 'networkTwo'

type FeedEntry = 'welcome' | 'privateWelcome' | 'nothingBefore' | 'notice' | ShownMessage

/** What the chat looks like with these settings, for one role. */
export function previewModel(values: Settings, role: Role, screen: ScreenName, hasCurrency: boolean) {
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

function chatScreen(values: Settings, role: Role, signedIn: boolean) {
  const privateChat = values.privateChat && values.allowPrivateChat
  const welcomeOf = (text: string, delay: number): Welcome | null => (signedIn && text !== '' ? { text, after: String(delay) } : null)
  const welcome = welcomeOf(values.groupChatWelcomeMessage, values.groupChatWelcomeMessageDelay)
  const privateWelcome = privateChat ? welcomeOf(values.privateChatWelcomeMessage, values.privateChatWelcomeMessageDelay) : null
  return {
    kind: 'chat' as const,
    name: values.name,
    expert: values.type === 1,
    notice,
    welcome,
    privateWelcome,
    /** In the order of the screen, from top to bottom. */
    feed: feedOf(values, welcome, privateWelcome),
    /** null: not shown to this role. */
    people: mayUse(role, values.userslist, values.userslistAdmin) ? people : null,
    actions: {
      privateMessage: signedIn && mayUse(role, privateChat, values.privateChatAdmin),
      audioCall: signedIn && mayUse(role, values.p2pAudio, values.p2pAudioAdmin),
      videoCall: signedIn && mayUse(role, values.p2pVideo, values.p2pVideoAdmin),
    },
    invite: values.inviteFriends,
    options: optionsOf(values, role, privateChat),
    /** null: not signed in, so nothing can be written. */
    composer: signedIn ? { upload: mayUse(role, values.upload, values.uploadAdmin), emoji: values.allowSmiles } : null,
  }
}

function optionsOf(values: Settings, role: Role, privateChat: boolean) {
  const isUseful = (name: SettingName) => {
    if (name === 'options_adminMode') return role === 'admin'
    return name !== 'options_privateChatPopup' || privateChat
  }
  return settingsIn('menu')
    .filter((name) => values[name] && isUseful(name))
    .map((name) => ({ name, label: setting(name).label }))
}

function feedOf(values: Settings, welcome: Welcome | null, privateWelcome: Welcome | null): FeedEntry[] {
  const parse = parser(values)
  const shown = ({ from, time, text }: SampleMessage): ShownMessage => ({ from, time, pieces: parse(text) })
  const oldestFirst: FeedEntry[] = [
    ...(values.archive && values.sendArchive ? earlier.map(shown) : ['nothingBefore' as const]),
    ...(welcome ? ['welcome' as const] : []),
    ...(privateWelcome ? ['privateWelcome' as const] : []),
    ...(values.systemMessages ? ['notice' as const] : []),
    ...now.map(shown),
    ...filtered(values.filterWords).map(shown),
  ]
  return values.messagesFromBottom ? oldestFirst.toReversed() : oldestFirst
}

function signInScreen(values: Settings, paid: boolean) {
  const parse = parser(values)
  const readable = values.allowListeners && !paid
  return {
    kind: 'signIn' as const,
    name: values.name,
    /** The end of the conversation as shown to somebody who is not signed in; null: hidden. */
    behind: readable ? now.slice(-1).map(({ from, time, text }): ShownMessage => ({ from, time, pieces: parse(text) })) : null,
    /** The pay wall is shown after the sign-in. */
    paid,
    /** null: no dialog, the owner's website signs users in. */
    dialog: values.forceSDKLogin ? null : signInDialog(values),
  }
}

function signInDialog(values: Settings) {
  const networks = (['networkOne', 'networkTwo'] as const).filter((network) => values[`${network}Login`])
  return {
    networks,
    password: values.serviceLogin,
    /** The text of the terms link; null without registration. */
    termsTitle: values.serviceLogin && values.register ? values.registerTermsTitle || 'Terms of use' : null,
    guest: values.anonymous ? { avatar: values.guestAvatar } : null,
    /** Networks whose friends may be invited after the sign-in. */
    invites: values.autoInvite ? (['networkOne', 'networkTwo'] as const) : [],
  }
}

const offlineScreen = (values: Settings) => ({
  kind: 'offline' as const,
  name: values.name,
  message: values.offlineMessage,
  /** Where the contact form goes, null without one. */
  formGoesTo: values.offlineShowForm ? contactAddress(values.offlineMessageEmail) : null,
})

const offlineNotes = ({ offline }: Settings) => [
  offline ? 'Offline: everyone is disconnected and sees this.' : 'The chat is online. Visitors see this page once it is offline.',
]

/** Where the contact form goes: the API accepts an invalid offlineMessageEmail and then uses the account's address. */
export const contactAddress = (email: string) => (z.email().safeParse(email).success ? email : 'the account’s address')
