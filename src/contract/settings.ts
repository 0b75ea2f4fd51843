import type { NamedTexts } from './provider-names.ts'

/**
 * The catalogue: the 60 settings of a chat, each declared once, as facts without code.
 * Types, schemas, defaults, forms, search and "no effect while …" are derived from it in settings-derive.ts.
 */

export type Control =
  | { kind: 'switch'; default: boolean }
  /** `defaultDependsOnLanguage`: the real default is a text in the chat’s language, which is not documented; `default` stands in for it. */
  | { kind: 'text'; default: string; max: number; required?: true; defaultDependsOnLanguage?: true }
  | { kind: 'longText'; default: string; max: number }
  /** An invalid address is allowed (the contact form then goes to the account's address): the form shows a hint, never an error. */
  | { kind: 'email'; default: string; max: number }
  | { kind: 'seconds'; default: number; max: number }
  | { kind: 'choice'; default: number; choices: readonly { value: number; label: string }[] }
  /** A code or a number; the value that the service sends is kept. */
  | { kind: 'language'; default: string }
  /** A name on write, a number on read; the mapping is not documented (docs/assumptions.md row 4). */
  | { kind: 'sound'; default: string }
  /** Comma-separated. A leading space before a word has a meaning, so nothing is trimmed. */
  | { kind: 'words'; default: string; max: number }

export interface Setting {
  group: GroupName
  label: string
  help: string
  /** With the names of the provider in braces, in place of `label` and `help` where they are known. */
  named?: NamedTexts
  control: Control
  /** The setting has an effect only with this value of another one. `filled`: a text that is not empty. */
  needs?: { setting: string; is: boolean | 'filled' }
  /** Synonyms for the search. */
  keywords?: readonly string[]
  /** Where the preview of the chat shows it, if not where its group does. */
  preview?: PreviewPart
}

/** A screen of the preview, or a part of its chat: the menu, or what becomes of a link, an image, audio or video in a message. `none`: not shown. */
export type PreviewPart = 'chat' | 'menu' | 'link' | 'image' | 'audio' | 'video' | 'signIn' | 'offline' | 'none'

export interface Group {
  label: string
  help: string
  named?: NamedTexts
  /** Where the preview of the chat shows its settings, if not in the chat itself. */
  preview?: PreviewPart
}

export const groups = {
  general: { label: 'General', help: 'Name, kind and language' },
  access: { label: 'Sign-in and access', help: 'Who can enter, and how', preview: 'signIn' },
  content: { label: 'Messages and content', help: 'What messages can contain, and how they are shown' },
  words: { label: 'Word filter', help: 'Words that are banned in the chat' },
  files: { label: 'Files', help: 'File uploads by users' },
  calls: { label: 'Calls', help: 'Audio and video calls' },
  archive: { label: 'Archive', help: 'Which messages the service stores', named: { help: 'Which messages {service} stores' } },
  private: { label: 'Private chat', help: 'Private messages between users' },
  people: { label: 'Users list and invites', help: 'The users list, and inviting others' },
  sounds: { label: 'Sounds', help: 'Sounds that users hear', preview: 'none' },
  options: { label: 'Option buttons', help: 'Options and buttons that users see in the chat', preview: 'menu' },
  welcome: { label: 'Welcome messages', help: 'Texts for new users' },
  offline: { label: 'Offline', help: 'What visitors see while the chat is offline', preview: 'offline' },
} as const satisfies Record<string, Group>

export type GroupName = keyof typeof groups

/** A mistyped `needs.setting` does not compile, because it must be a key of the catalogue. */
function catalogue<const T extends Record<string, Setting>>(
  entries: T & {
    [K in keyof T]: T[K] extends { needs: { setting: infer S } } ? (S extends keyof T ? unknown : { needs: { setting: keyof T } }) : unknown
  },
): { readonly [K in keyof T]: T[K] } {
  return entries
}

const on = { kind: 'switch', default: true } as const
const off = { kind: 'switch', default: false } as const
const pop = { kind: 'sound', default: 'pop' } as const
const loginDialog = { setting: 'forceSDKLogin', is: false } as const
const offlineOnly = { setting: 'offline', is: true } as const
const privateMessages = { setting: 'allowPrivateChat', is: true } as const

export const settings = catalogue({
  name: {
    group: 'general',
    label: 'Chat name',
    help: 'The name of the chat.',
    control: { kind: 'text', default: '', max: 200, required: true },
    keywords: ['title', 'rename'],
  },
  type: {
    group: 'general',
    label: 'Kind of chat',
    help: 'A group chat, or an expert’s chat.',
    control: {
      kind: 'choice',
      default: 0,
      choices: [
        { value: 0, label: 'Group' },
        { value: 1, label: 'Expert' },
      ],
    },
    keywords: ['mode', 'expert', 'group'],
  },
  langId: {
    group: 'general',
    label: 'Language',
    help: 'The language of the chat.',
    control: { kind: 'language', default: 'en' },
    keywords: ['locale', 'translation'],
    preview: 'none',
  },

  forceSDKLogin: {
    group: 'access',
    label: 'Sign-in through your website only',
    help: 'Users sign in through your website, and the chat’s own sign-in dialog is disabled.',
    control: off,
    keywords: ['SDK', 'private', 'closed', 'single sign-on', 'embed'],
  },
  monetizeLogin: {
    group: 'access',
    label: 'Paid entry',
    help: 'Visitors must pay to enter. Requires an account currency.',
    control: off,
    keywords: ['pay wall', 'money', 'ticket', 'price', 'monetize'],
  },
  networkOneLogin: {
    group: 'access',
    label: 'Sign-in with network one',
    help: 'Users can sign in through the first social network.',
    named: { label: 'Sign-in with {networkOne}', help: 'Users can sign in with {networkOne}.' },
    control: on,
    needs: loginDialog,
    keywords: ['social', 'login'],
  },
  networkTwoLogin: {
    group: 'access',
    label: 'Sign-in with network two',
    help: 'Users can sign in through the second social network.',
    named: { label: 'Sign-in with {networkTwo}', help: 'Users can sign in with {networkTwo}.' },
    control: on,
    needs: loginDialog,
    keywords: ['social', 'login'],
  },
  serviceLogin: {
    group: 'access',
    label: 'Sign-in with a password',
    help: 'Users with a password can sign in.',
    control: on,
    needs: loginDialog,
    keywords: ['login', 'password', 'registered'],
  },
  anonymous: {
    group: 'access',
    label: 'Guests',
    help: 'Guests can sign in.',
    control: on,
    needs: loginDialog,
    keywords: ['anonymous', 'login', 'visitor'],
  },
  guestAvatar: {
    group: 'access',
    label: 'Guests may upload a picture',
    help: 'Guests can upload an image of their own.',
    control: off,
    needs: { setting: 'anonymous', is: true },
    keywords: ['avatar', 'photo', 'image'],
  },
  register: {
    group: 'access',
    label: 'Registration',
    help: 'Visitors can register as users with a password.',
    control: off,
    needs: { setting: 'serviceLogin', is: true },
    keywords: ['sign up', 'join'],
  },
  registerTermsTitle: {
    group: 'access',
    label: 'Terms link title',
    help: 'Users accept these terms before they register. A new chat without a title gets the default of its language.',
    control: { kind: 'text', default: '', max: 200, defaultDependsOnLanguage: true },
    needs: { setting: 'register', is: true },
    keywords: ['conditions', 'legal', 'rules'],
  },
  allowListeners: {
    group: 'access',
    label: 'Reading without signing in',
    help: 'Visitors can read the chat without signing in.',
    control: on,
    keywords: ['listeners', 'lurkers', 'view', 'public'],
  },

  systemMessages: {
    group: 'content',
    label: 'System messages',
    help: 'Users see system messages in the chat.',
    control: off,
    keywords: ['notice', 'announcement', 'post'],
  },
  allowLinks: {
    group: 'content',
    label: 'Links',
    help: 'Web addresses are shown as links.',
    control: on,
    keywords: ['URL', 'anchor'],
    preview: 'link',
  },
  allowImages: {
    group: 'content',
    label: 'Images',
    help: 'Links to images are shown as images.',
    control: on,
    keywords: ['pictures', 'photos', 'embed'],
    preview: 'image',
  },
  allowAudio: {
    group: 'content',
    label: 'Audio',
    help: 'Links to audio files are shown as players.',
    control: on,
    keywords: ['music', 'mp3', 'embed'],
    preview: 'audio',
  },
  allowVideo: {
    group: 'content',
    label: 'Video',
    help: 'Links to videos are shown as players.',
    control: on,
    keywords: ['film', 'mp4', 'embed'],
    preview: 'video',
  },
  httpsOnly: {
    group: 'content',
    label: 'HTTPS only',
    help: 'Images, links and videos are shown only if they are served over HTTPS.',
    control: off,
    keywords: ['secure', 'mixed content'],
  },
  allowSmiles: {
    group: 'content',
    label: 'Emoji',
    help: 'Shortcuts such as :) become emoji, and users see the emoji button.',
    control: on,
    keywords: ['smileys', 'emoticons'],
  },
  mentions: {
    group: 'content',
    label: 'Mentions',
    help: 'Users can mention each other.',
    control: on,
    keywords: ['@', 'tag', 'ping'],
  },
  messagesFromBottom: {
    group: 'content',
    label: 'New messages on top',
    help: 'Users see new messages at the top of the chat.',
    control: off,
    keywords: ['order', 'direction', 'scroll', 'messagesFromBottom'],
  },

  filterWords: {
    group: 'words',
    label: 'Banned words',
    help: 'Each chip is one banned word. A chip marked “inside” is also searched inside other words.',
    control: { kind: 'words', default: '', max: 20_000 },
    keywords: ['profanity', 'swear', 'censor', 'blacklist', 'filter'],
  },

  upload: {
    group: 'files',
    label: 'File upload',
    help: 'Users can upload files.',
    control: on,
    keywords: ['attach', 'attachment', 'send file'],
  },
  uploadAdmin: {
    group: 'files',
    label: 'Only admins may upload',
    help: 'Other users cannot upload files.',
    control: off,
    needs: { setting: 'upload', is: true },
    keywords: ['attach'],
  },

  p2pAudio: {
    group: 'calls',
    label: 'Audio calls',
    help: 'Users can make audio calls.',
    control: on,
    keywords: ['voice', 'phone', 'ring'],
  },
  p2pAudioAdmin: {
    group: 'calls',
    label: 'Only admins may start audio calls',
    help: 'Other users can still receive calls.',
    control: off,
    needs: { setting: 'p2pAudio', is: true },
    keywords: ['voice', 'phone'],
  },
  p2pVideo: {
    group: 'calls',
    label: 'Video calls',
    help: 'Users can make video calls.',
    control: on,
    keywords: ['camera', 'webcam'],
  },
  p2pVideoAdmin: {
    group: 'calls',
    label: 'Only admins may start video calls',
    help: 'Other users can still receive calls.',
    control: off,
    needs: { setting: 'p2pVideo', is: true },
    keywords: ['camera', 'webcam'],
  },

  archive: {
    group: 'archive',
    label: 'Keep messages',
    help: 'The service saves messages.',
    named: { help: '{service} saves messages.' },
    control: on,
    keywords: ['history', 'save', 'store', 'log'],
  },
  sendArchive: {
    group: 'archive',
    label: 'Show earlier messages to new users',
    help: 'New users see the stored messages.',
    control: on,
    needs: { setting: 'archive', is: true },
    keywords: ['history', 'backlog'],
  },

  privateChat: {
    group: 'private',
    label: 'Private messaging',
    help: 'Users can use private messaging.',
    control: on,
    keywords: ['direct message', 'DM', 'whisper'],
  },
  allowPrivateChat: {
    group: 'private',
    label: 'Users may write to each other',
    help: 'Users can exchange private messages.',
    control: on,
    needs: { setting: 'privateChat', is: true },
    keywords: ['direct message', 'DM', 'whisper'],
  },
  privateChatAdmin: {
    group: 'private',
    label: 'Only admins may start a private chat',
    help: 'Other users can still reply.',
    control: off,
    needs: privateMessages,
    keywords: ['direct message', 'DM'],
  },

  userslist: {
    group: 'people',
    label: 'Users list',
    help: 'Users see the users list.',
    control: on,
    keywords: ['members', 'online', 'who'],
  },
  userslistAdmin: {
    group: 'people',
    label: 'Users list for admins only',
    help: 'Other users cannot see the users list.',
    control: off,
    needs: { setting: 'userslist', is: true },
    keywords: ['members', 'hidden'],
  },
  autoInvite: {
    group: 'people',
    label: 'Offer invites after sign-in',
    help: 'Users see invite buttons for the two social networks after sign-in.',
    named: { help: 'Users see invite buttons for {networkOne} and {networkTwo} after sign-in.' },
    control: on,
    keywords: ['share', 'friends', 'social'],
    preview: 'signIn',
  },
  inviteFriends: {
    group: 'people',
    label: 'Invite button',
    help: 'Users see an invite button.',
    control: on,
    keywords: ['share', 'friends'],
  },

  sound_userJoined: {
    group: 'sounds',
    label: 'User joins',
    help: 'Plays when a user joins.',
    control: pop,
    keywords: ['enter', 'noise', 'audio'],
  },
  sound_userLeft: {
    group: 'sounds',
    label: 'User leaves',
    help: 'Plays when a user leaves.',
    control: pop,
    keywords: ['exit', 'noise', 'audio'],
  },
  sound_message: {
    group: 'sounds',
    label: 'New message',
    help: 'Plays when a message arrives.',
    control: pop,
    keywords: ['noise', 'notification'],
  },
  sound_privateMessage: {
    group: 'sounds',
    label: 'New private message',
    help: 'Plays when a private message arrives.',
    control: pop,
    needs: privateMessages,
    keywords: ['noise', 'DM'],
  },
  sound_notice: {
    group: 'sounds',
    label: 'Notice',
    help: 'Plays when a notice is shown.',
    control: pop,
    keywords: ['noise', 'alert'],
  },
  sound_ring: {
    group: 'sounds',
    label: 'Ringing',
    help: 'Plays when a user is calling.',
    control: pop,
    keywords: ['call', 'phone', 'ringtone'],
  },

  options_sound: {
    group: 'options',
    label: 'Sound',
    help: 'Users see the sound option.',
    control: on,
    keywords: ['mute', 'button'],
  },
  options_privateChatPopup: {
    group: 'options',
    label: 'Private chat pop-up',
    help: 'Users see the private chat pop-up option.',
    control: on,
    needs: privateMessages,
    keywords: ['window', 'button'],
  },
  options_adminMode: {
    group: 'options',
    label: 'Admin mode',
    help: 'Users see the admin mode option.',
    control: on,
    keywords: ['moderator', 'button'],
  },
  options_fontSize: {
    group: 'options',
    label: 'Font size',
    help: 'Users see the font size option.',
    control: on,
    keywords: ['text', 'zoom', 'button'],
  },
  options_qr: {
    group: 'options',
    label: 'QR code',
    help: 'Users see the QR code button.',
    control: on,
    keywords: ['share', 'phone', 'button'],
  },
  options_exportTranscript: {
    group: 'options',
    label: 'Export messages',
    help: 'Users see the button that exports messages.',
    control: on,
    keywords: ['transcript', 'download', 'button'],
  },
  options_openChatInNewWindow: {
    group: 'options',
    label: 'Open in a new window',
    help: 'Users see the button that opens the chat in a new window.',
    control: on,
    keywords: ['pop out', 'detach', 'button'],
  },
  options_clearChatMessages: {
    group: 'options',
    label: 'Clear messages',
    help: 'Users see the button that clears messages.',
    control: on,
    keywords: ['clean', 'button'],
  },

  groupChatWelcomeMessage: {
    group: 'welcome',
    label: 'Group welcome message',
    help: 'New users get this text in the group. Leave empty for none.',
    control: { kind: 'longText', default: '', max: 5000 },
    keywords: ['greeting', 'hello', 'intro'],
  },
  groupChatWelcomeMessageDelay: {
    group: 'welcome',
    label: 'Group welcome delay',
    help: 'New users get the group welcome message after this many seconds.',
    control: { kind: 'seconds', default: 1, max: 86_400 },
    needs: { setting: 'groupChatWelcomeMessage', is: 'filled' },
    keywords: ['wait', 'time'],
  },
  privateChatWelcomeMessage: {
    group: 'welcome',
    label: 'Private welcome message',
    help: 'New users get this text in private. Leave empty for none.',
    control: { kind: 'longText', default: '', max: 5000 },
    needs: privateMessages,
    keywords: ['greeting', 'hello', 'intro', 'DM'],
  },
  privateChatWelcomeMessageDelay: {
    group: 'welcome',
    label: 'Private welcome delay',
    help: 'New users get the private welcome message after this many seconds.',
    control: { kind: 'seconds', default: 1, max: 86_400 },
    needs: { setting: 'privateChatWelcomeMessage', is: 'filled' },
    keywords: ['wait', 'time'],
  },

  offline: {
    group: 'offline',
    label: 'Chat is offline',
    help: 'Takes the chat offline. Everyone in it is disconnected at once.',
    control: off,
    keywords: ['close', 'shut', 'maintenance', 'pause'],
  },
  offlineMessage: {
    group: 'offline',
    label: 'Offline message',
    help: 'Visitors see this text while the chat is offline.',
    control: { kind: 'longText', default: '', max: 5000 },
    needs: offlineOnly,
    keywords: ['closed', 'notice'],
  },
  offlineShowForm: {
    group: 'offline',
    label: 'Contact form',
    help: 'Visitors see a contact form while the chat is offline.',
    control: off,
    needs: offlineOnly,
    keywords: ['mail', 'contact'],
  },
  offlineMessageEmail: {
    group: 'offline',
    label: 'Contact form recipient',
    help: 'Visitors’ messages go to this address, or to the account’s address if this one is not valid.',
    control: { kind: 'email', default: '', max: 254 },
    needs: { setting: 'offlineShowForm', is: true },
    keywords: ['e-mail', 'contact', 'address'],
  },
})

export type SettingName = keyof typeof settings
