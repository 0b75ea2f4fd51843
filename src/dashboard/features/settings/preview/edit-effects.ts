import { changedSettings, setting, blockingSetting, type Settings } from '#contract/settings-derive.ts'
import { blockedBy } from '#dashboard/platform/saving/setting-words.ts'
import type { settings, SettingName } from '#contract/settings.ts'
import { providerName } from '#contract/provider-names.ts'
import { bannedWords } from '#contract/word-filter.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { contactAddress, previewModel, roles, type Role } from './model.ts'
import { partOf, screenOf } from './parts.ts'

export interface EditEffect {
  setting: SettingName
  label: string
  text: string
  /** Whether people get more or less by it; null: neither. */
  gives: 'more' | 'less' | null
}

/** One for each edit, in the order of the catalogue. */
export const editEffects = (saved: Settings, values: Settings, hasCurrency: boolean): EditEffect[] =>
  changedSettings(saved, values).map((name) => ({
    setting: name,
    label: setting(name).label,
    ...effectOf(name, saved, values, hasCurrency),
  }))

type Effect = Pick<EditEffect, 'text' | 'gives'>

const notShown = 'Not shown in the preview'

function effectOf(name: SettingName, saved: Settings, values: Settings, hasCurrency: boolean): Effect {
  const blocking = blockingSetting(name, values)
  if (blocking) return neutral(blockedBy(blocking, values[blocking]))
  if (name === 'monetizeLogin' && values.monetizeLogin && !hasCurrency) return neutral('Requires an account currency')
  if (name === 'filterWords') return neutral(wordsChanged(saved.filterWords, values.filterWords))
  if (!isVisible(name, saved, values, hasCurrency)) return neutral(notShown)
  return isSwitch(name) ? switched(name, values[name]) : neutral(textChanged(name, saved, values))
}

/** Whether the screen of the setting is drawn otherwise, for any role, than it would be without this one edit. */
function isVisible(name: SettingName, saved: Settings, values: Settings, hasCurrency: boolean): boolean {
  const screen = screenOf(name)
  if (screen === null) return false
  // The offline page would hide every other edit, and a long word filter is slow and changes nothing here.
  const after = { ...values, filterWords: '', offline: name === 'offline' && values.offline }
  const before = { ...after, [name]: saved[name] }
  const drawn = (settings: Settings, role: Role) => JSON.stringify(previewModel(settings, role, screen, hasCurrency))
  return roles.some((role) => drawn(before, role) !== drawn(after, role))
}

const neutral = (text: string): Effect => ({ text, gives: null })

type SwitchName = {
  [K in SettingName]: (typeof settings)[K] extends { control: { kind: 'switch' } }
    ? (typeof settings)[K] extends { preview: 'none' }
      ? never
      : K
    : never
}[SettingName]

/** What is shown when the switch is turned on and off; the third where "on" gives less, or neither gives more. */
type SwitchTexts = readonly [on: string, off: string, onGives?: 'less' | null]

const buttonTexts = (network: string): SwitchTexts => [`Button for ${network} is shown`, `Button for ${network} is hidden`]

const inMenu: SwitchTexts = ['Shown in the menu', 'Not in the menu']

/** Those that the catalogue puts into the menu by their group. */
type MenuSwitch = { [K in SwitchName]: (typeof settings)[K]['group'] extends 'options' ? K : never }[SwitchName]

const switches: Record<Exclude<SwitchName, MenuSwitch>, SwitchTexts> = {
  forceSDKLogin: ['Sign-in dialog is hidden', 'Sign-in dialog is shown', 'less'],
  monetizeLogin: ['Pay wall before the chat', 'No pay wall', 'less'],
  get networkOneLogin() {
    return buttonTexts(providerName('networkOne') ?? 'network one')
  },
  get networkTwoLogin() {
    return buttonTexts(providerName('networkTwo') ?? 'network two')
  },
  serviceLogin: ['Users can sign in with a password', 'No sign-in with a password'],
  anonymous: ['Guests can enter', 'Guests cannot enter'],
  guestAvatar: ['Guests can choose a picture', 'Guests have no picture'],
  register: ['Visitors can register', 'Register link is hidden'],
  allowListeners: ['Readable without signing in', 'Hidden until sign-in'],
  systemMessages: ['System messages are shown', 'System messages are hidden'],
  allowLinks: ['Web addresses become links', 'Web addresses stay text'],
  allowImages: ['Images are shown', 'Links to images stay text'],
  allowAudio: ['Audio players are shown', 'Links to audio stay text'],
  allowVideo: ['Video players are shown', 'Links to videos stay text'],
  httpsOnly: ['HTTP links stay text', 'HTTP links are shown too', 'less'],
  allowSmiles: ['Shortcuts become emoji', 'Emoji button is hidden'],
  mentions: ['@names are highlighted', '@names stay text'],
  messagesFromBottom: ['Newest message at the top', 'Newest message at the bottom', null],
  upload: ['Upload button is shown', 'Upload button is hidden'],
  uploadAdmin: ['Upload button for admins only', 'Upload button for everyone', 'less'],
  p2pAudio: ['Audio call button is shown', 'Audio call button is hidden'],
  p2pAudioAdmin: ['Audio call button for admins only', 'Audio call button for everyone', 'less'],
  p2pVideo: ['Video call button is shown', 'Video call button is hidden'],
  p2pVideoAdmin: ['Video call button for admins only', 'Video call button for everyone', 'less'],
  archive: ['Messages are stored', 'No earlier messages are shown'],
  sendArchive: ['Earlier messages are shown', 'No earlier messages are shown'],
  privateChat: ['Private messages are available', 'Private messages are not available'],
  allowPrivateChat: ['Private messages are available', 'Private messages are not available'],
  privateChatAdmin: ['Private message button for admins only', 'Private message button for everyone', 'less'],
  userslist: ['Users list is shown', 'Users list is hidden'],
  userslistAdmin: ['Users list for admins only', 'Users list for everyone', 'less'],
  autoInvite: ['Invite buttons after sign-in', 'No invite buttons after sign-in'],
  inviteFriends: ['Invite button is shown', 'Invite button is hidden'],
  offline: ['Offline page replaces the chat', 'Chat is open again', 'less'],
  offlineShowForm: ['Contact form on the offline page', 'No contact form'],
}

const isSwitch = (name: SettingName): name is SwitchName => setting(name).control.kind === 'switch'

const isInMenu = (name: SwitchName): name is MenuSwitch => partOf(name) === 'menu'

function switched(name: SwitchName, on: boolean): Effect {
  const [onText, offText, onGives = 'more'] = isInMenu(name) ? inMenu : switches[name]
  if (onGives === null) return neutral(on ? onText : offText)
  return on ? { text: onText, gives: onGives } : { text: offText, gives: onGives === 'more' ? 'less' : 'more' }
}

function textChanged(name: Exclude<SettingName, SwitchName>, saved: Settings, values: Settings): string {
  switch (name) {
    case 'name':
      return values.name ? 'New name above the chat' : 'No name above the chat'
    case 'type':
      return values.type === 1 ? 'Now an expert’s chat' : 'Now a group chat'
    case 'registerTermsTitle':
      return values.registerTermsTitle ? 'New title of the terms link' : 'Default title of the terms link'
    case 'groupChatWelcomeMessage':
    case 'privateChatWelcomeMessage':
      if (values[name] === '') return 'Welcome message removed'
      return saved[name] === '' ? 'Welcome message added' : 'Welcome message changed'
    case 'groupChatWelcomeMessageDelay':
    case 'privateChatWelcomeMessageDelay':
      return `Welcome message after ${values[name]} s`
    case 'offlineMessage':
      if (values[name] === '') return 'Offline message removed'
      return saved[name] === '' ? 'Offline message added' : 'Offline message changed'
    case 'offlineMessageEmail':
      return `Contact form goes to ${contactAddress(values.offlineMessageEmail)}`
    default:
      return notShown
  }
}

function wordsChanged(before: string, after: string): string {
  const key = ({ word, inside }: { word: string; inside: boolean }) => `${inside ? ' ' : ''}${word}`
  const old = new Set(bannedWords(before).map(key))
  const fresh = new Set(bannedWords(after).map(key))
  const added = [...fresh].filter((word) => !old.has(word)).length
  const removed = [...old].filter((word) => !fresh.has(word)).length
  if (added > 0 && removed > 0) return `Banned words: ${count(added)} added, ${count(removed)} removed`
  if (added > 0) return `Banned words: ${count(added)} added`
  return removed > 0 ? `Banned words: ${count(removed)} removed` : 'The same words are banned'
}
