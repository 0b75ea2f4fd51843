import { changedSettings, setting, blockingSetting, type Settings } from '#contract/settings-derive.ts'
import type { settings, SettingName } from '#contract/settings.ts'
import { bannedWords } from '#contract/word-filter.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { contactAddress, roles, views, widget } from './model.ts'

/** What an edit does to the chat, in words. */
export interface Change {
  setting: SettingName
  label: string
  text: string
  /** Whether people get more or less by it; null: neither. */
  gives: 'more' | 'less' | null
}

/** One line for each edit, in the order of the catalogue. */
export const changes = (saved: Settings, values: Settings, hasCurrency: boolean): Change[] =>
  changedSettings(saved, values).map((name) => ({
    setting: name,
    label: setting(name).label,
    ...inWords(name, saved, values, hasCurrency),
  }))

type Words = Pick<Change, 'text' | 'gives'>

function inWords(name: SettingName, saved: Settings, values: Settings, hasCurrency: boolean): Words {
  const decider = blockingSetting(name, values)
  if (decider) return neutral(`No effect while ${setting(decider).label} is ${stateOf(values[decider])}`)
  if (name === 'monetizeLogin' && values.monetizeLogin && !hasCurrency) return neutral('Works once the account has a currency')
  if (name === 'filterWords') return neutral(filterInWords(saved.filterWords, values.filterWords))
  if (!isVisible(name, saved, values, hasCurrency)) return neutral('Not visible here')
  return isSwitch(name) ? switched(name, values[name]) : neutral(reworded(name, saved, values))
}

/** Whether the preview is drawn otherwise, for any role in any view, than it would be without this one edit. */
function isVisible(name: SettingName, saved: Settings, values: Settings, hasCurrency: boolean): boolean {
  // The offline page would hide every other edit, and a long word filter is dear and changes nothing here.
  const after = { ...values, filterWords: '', offline: name === 'offline' && values.offline }
  const before = { ...after, [name]: saved[name] }
  const drawn = (settings: Settings, role: (typeof roles)[number], view: (typeof views)[number]) =>
    JSON.stringify(widget(settings, role, view, hasCurrency))
  return roles.some((role) => views.some((view) => drawn(before, role, view) !== drawn(after, role, view)))
}

const neutral = (text: string): Words => ({ text, gives: null })

const stateOf = (value: Settings[SettingName]) => (value === '' ? 'empty' : value ? 'on' : 'off')

type SwitchName = { [K in SettingName]: (typeof settings)[K]['control']['kind'] extends 'switch' ? K : never }[SettingName]

/** On, off; the third where "on" takes something away or neither does. */
const switches: Record<SwitchName, readonly [on: string, off: string, onGives?: 'less' | null]> = {
  forceSDKLogin: ['Sign-in dialog is gone', 'Sign-in dialog is back', 'less'],
  monetizeLogin: ['Pay wall before the chat', 'No pay wall', 'less'],
  networkOneLogin: ['Button for network one', 'Button for network one is gone'],
  networkTwoLogin: ['Button for network two', 'Button for network two is gone'],
  serviceLogin: ['Name and password are asked for', 'Nobody signs in with a password'],
  anonymous: ['Guests may enter', 'Guests cannot enter'],
  guestAvatar: ['Guests choose a picture', 'Guests have no picture'],
  register: ['People may register', 'Register link is gone'],
  allowListeners: ['Readable without signing in', 'Hidden until signed in'],
  systemMessages: ['System messages are shown', 'System messages are hidden'],
  allowLinks: ['Web addresses become links', 'Web addresses stay text'],
  allowImages: ['Pictures are shown', 'Pictures stay as text'],
  allowAudio: ['Audio gets a player', 'Audio stays as text'],
  allowVideo: ['Videos get a player', 'Videos stay as text'],
  httpsOnly: ['Plain http stays text', 'Plain http is shown too', 'less'],
  allowSmiles: ['Shortcuts become emoji', 'Emoji button is gone'],
  mentions: ['@names are marked', '@names stay text'],
  messagesFromBottom: ['Newest message on top', 'Newest message at the end', null],
  upload: ['Upload button is there', 'Upload button is gone'],
  uploadAdmin: ['Upload button for admins only', 'Upload button for everybody', 'less'],
  p2pAudio: ['Audio calls are offered', 'Audio call button is gone'],
  p2pAudioAdmin: ['Audio call button for admins only', 'Audio call button for everybody', 'less'],
  p2pVideo: ['Video calls are offered', 'Video call button is gone'],
  p2pVideoAdmin: ['Video call button for admins only', 'Video call button for everybody', 'less'],
  archive: ['Messages are kept', 'Nothing from before is shown'],
  sendArchive: ['Earlier messages are shown', 'Nothing from before is shown'],
  privateChat: ['Private messages are offered', 'Private messages are gone'],
  allowPrivateChat: ['Private messages are offered', 'Private messages are gone'],
  privateChatAdmin: ['Private message button for admins only', 'Private message button for everybody', 'less'],
  userslist: ['Users list is there', 'Users list is gone'],
  userslistAdmin: ['Users list for admins only', 'Users list for everybody', 'less'],
  autoInvite: ['Invite buttons after sign-in', 'No invite buttons after sign-in'],
  inviteFriends: ['Invite button is there', 'Invite button is gone'],
  options_sound: ['In the menu', 'Gone from the menu'],
  options_privateChatPopup: ['In the menu', 'Gone from the menu'],
  options_adminMode: ['In the menu of admins', 'Gone from the menu'],
  options_fontSize: ['In the menu', 'Gone from the menu'],
  options_qr: ['In the menu', 'Gone from the menu'],
  options_exportTranscript: ['In the menu', 'Gone from the menu'],
  options_openChatInNewWindow: ['In the menu', 'Gone from the menu'],
  options_clearChatMessages: ['In the menu', 'Gone from the menu'],
  offline: ['Offline page in place of the chat', 'Chat is open again', 'less'],
  offlineShowForm: ['Contact form on the offline page', 'Contact form is gone'],
}

const isSwitch = (name: SettingName): name is SwitchName => name in switches

function switched(name: SwitchName, on: boolean): Words {
  const [onText, offText, onGives = 'more'] = switches[name]
  if (onGives === null) return neutral(on ? onText : offText)
  return on ? { text: onText, gives: onGives } : { text: offText, gives: onGives === 'more' ? 'less' : 'more' }
}

function reworded(name: Exclude<SettingName, SwitchName>, saved: Settings, values: Settings): string {
  switch (name) {
    case 'name':
      return values.name ? 'New name above the chat' : 'No name above the chat'
    case 'type':
      return values.type === 1 ? 'Now an expert’s chat' : 'Now a group chat'
    case 'registerTermsTitle':
      return values.registerTermsTitle ? 'New title of the terms link' : 'The terms link has no title of its own'
    case 'groupChatWelcomeMessage':
    case 'privateChatWelcomeMessage':
      return textInWords('Welcome', saved[name], values[name])
    case 'groupChatWelcomeMessageDelay':
    case 'privateChatWelcomeMessageDelay':
      return `Welcome comes after ${values[name]} s`
    case 'offlineMessage':
      return textInWords('Text of the offline page', saved.offlineMessage, values.offlineMessage)
    case 'offlineMessageEmail':
      return `Contact form goes to ${contactAddress(values.offlineMessageEmail)}`
    default:
      return 'Not visible here'
  }
}

function textInWords(what: string, before: string, after: string): string {
  if (after === '') return `${what} is gone`
  return before === '' ? `${what} is new` : `${what} is reworded`
}

function filterInWords(before: string, after: string): string {
  const key = ({ word, inside }: { word: string; inside: boolean }) => `${inside ? ' ' : ''}${word}`
  const old = new Set(bannedWords(before).map(key))
  const fresh = new Set(bannedWords(after).map(key))
  const added = [...fresh].filter((word) => !old.has(word)).length
  const removed = [...old].filter((word) => !fresh.has(word)).length
  const parts = [...(added ? [`${count(added)} more`] : []), ...(removed ? [`${count(removed)} fewer`] : [])]
  return parts.length > 0 ? `Hidden words: ${parts.join(', ')}` : 'The same words are hidden'
}
