/**
 * THE CATALOGUE: the 60 settable fields of a chat room (api.md, Chat room), each declared once. Facts only.
 * Types, schemas, defaults, forms, search and "no effect while ..." derive from it in settings-derive.ts.
 */

export type Control =
  | { kind: 'switch'; default: boolean }
  | { kind: 'text'; default: string; max: number; required?: true; placeholder?: string }
  | { kind: 'longText'; default: string; max: number }
  /** An invalid address is legal (the contact form then goes to the account's address): a hint, never an error. */
  | { kind: 'email'; default: string; max: number }
  | { kind: 'seconds'; default: number; max: number }
  | { kind: 'choice'; default: number; choices: readonly { value: number; label: string }[] }
  /** A code or a number; whatever the service sends is kept. */
  | { kind: 'language'; default: string }
  /** A name on write, a number on read; the mapping is not documented (assumptions.md row 4). */
  | { kind: 'sound'; default: string }
  /** Comma-separated; a leading space before a word has a meaning, so nothing is ever trimmed. */
  | { kind: 'words'; default: string; max: number }

export interface Setting {
  group: GroupName
  label: string
  help: string
  control: Control
  /** Without this the setting has no effect. `filled`: the text it names must not be empty. */
  needs?: { setting: string; is: boolean | 'filled' }
  /** Other words people search by. */
  keywords?: readonly string[]
}

export const groups = {
  general: { label: 'General', help: 'What the chat is called and how it speaks' },
  access: { label: 'Sign-in and access', help: 'Who comes in, and how' },
  content: { label: 'Messages and content', help: 'What a message may carry, and how it is shown' },
  words: { label: 'Word filter', help: 'Words that are hidden from everyone' },
  files: { label: 'Files', help: 'Uploads from people in the chat' },
  calls: { label: 'Calls', help: 'Audio and video between two people' },
  archive: { label: 'Archive', help: 'What the service keeps of the conversation' },
  private: { label: 'Private chat', help: 'Messages that only two people see' },
  people: { label: 'Users list and invites', help: 'Who is shown, and how others are brought in' },
  sounds: { label: 'Sounds', help: 'What is heard, and when' },
  options: { label: 'Option buttons', help: 'What people find in the menu of the chat' },
  welcome: { label: 'Welcome messages', help: 'The first words a new user reads' },
  offline: { label: 'Offline', help: 'What people see while the chat is closed' },
} as const satisfies Record<string, { label: string; help: string }>

export type GroupName = keyof typeof groups

/** A mistyped `needs.setting` does not compile: the entry would have to name a key of the catalogue. */
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
    help: 'Shown above the conversation and in your list of chats.',
    control: { kind: 'text', default: '', max: 200, required: true },
    keywords: ['title', 'rename'],
  },
  type: {
    group: 'general',
    label: 'Kind of chat',
    help: 'In a group everybody talks with everybody. In an expert’s chat people put questions to one person.',
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
    help: 'The language of buttons and notices in the chat.',
    control: { kind: 'language', default: 'en' },
    keywords: ['locale', 'translation'],
  },

  forceSDKLogin: {
    group: 'access',
    label: 'Private chat room',
    help: 'Only people your own site signs in may enter; the sign-in dialog of the chat is switched off.',
    control: off,
    keywords: ['SDK', 'closed', 'single sign-on', 'embed'],
  },
  monetizeLogin: {
    group: 'access',
    label: 'Paid entry',
    help: 'The chat is hidden behind a pay wall. Works once the account has a currency.',
    control: off,
    keywords: ['pay wall', 'money', 'ticket', 'price', 'monetize'],
  },
  networkOneLogin: {
    group: 'access',
    label: 'Sign-in with network one',
    help: 'People may enter with their account of the first social network.',
    control: on,
    needs: loginDialog,
    keywords: ['social', 'login'],
  },
  networkTwoLogin: {
    group: 'access',
    label: 'Sign-in with network two',
    help: 'People may enter with their account of the second social network.',
    control: on,
    needs: loginDialog,
    keywords: ['social', 'login'],
  },
  serviceLogin: {
    group: 'access',
    label: 'Sign-in with a password',
    help: 'People with a name and password of this chat may enter.',
    control: on,
    needs: loginDialog,
    keywords: ['login', 'password', 'registered'],
  },
  anonymous: {
    group: 'access',
    label: 'Guests',
    help: 'People may enter with just a name.',
    control: on,
    needs: loginDialog,
    keywords: ['anonymous', 'login', 'visitor'],
  },
  guestAvatar: {
    group: 'access',
    label: 'Guests may upload a picture',
    help: 'Guests choose an image of their own beside their name.',
    control: off,
    needs: { setting: 'anonymous', is: true },
    keywords: ['avatar', 'photo', 'image'],
  },
  register: {
    group: 'access',
    label: 'Registration',
    help: 'People may make themselves a name with a password.',
    control: off,
    needs: { setting: 'serviceLogin', is: true },
    keywords: ['sign up', 'join'],
  },
  registerTermsTitle: {
    group: 'access',
    label: 'Title of the terms link',
    help: 'The words of the link that people accept before they register. Empty: the usual words of the language.',
    control: { kind: 'text', default: '', max: 200 },
    needs: { setting: 'register', is: true },
    keywords: ['conditions', 'legal', 'rules'],
  },
  allowListeners: {
    group: 'access',
    label: 'Reading without signing in',
    help: 'Anybody who opens the page can follow the conversation.',
    control: on,
    keywords: ['listeners', 'lurkers', 'view', 'public'],
  },

  systemMessages: {
    group: 'content',
    label: 'System messages',
    help: 'Notices such as “Ayşe joined” stand between the messages.',
    control: off,
    keywords: ['join', 'leave', 'notice'],
  },
  allowLinks: {
    group: 'content',
    label: 'Links',
    help: 'Web addresses become links that can be clicked.',
    control: on,
    keywords: ['URL', 'anchor'],
  },
  allowImages: {
    group: 'content',
    label: 'Images',
    help: 'Addresses of images show the image in the chat.',
    control: on,
    keywords: ['pictures', 'photos', 'embed'],
  },
  allowAudio: {
    group: 'content',
    label: 'Audio',
    help: 'Addresses of audio files show a player.',
    control: on,
    keywords: ['music', 'mp3', 'embed'],
  },
  allowVideo: {
    group: 'content',
    label: 'Video',
    help: 'Addresses of videos show a player.',
    control: on,
    keywords: ['film', 'mp4', 'embed'],
  },
  httpsOnly: {
    group: 'content',
    label: 'HTTPS only',
    help: 'Images, links and videos are shown only when they come over HTTPS.',
    control: off,
    keywords: ['secure', 'mixed content'],
  },
  allowSmiles: {
    group: 'content',
    label: 'Emoji',
    help: 'Shortcuts such as :) become emoji, and the emoji button is shown.',
    control: on,
    keywords: ['smileys', 'emoticons'],
  },
  mentions: {
    group: 'content',
    label: 'Mentions',
    help: 'People may call each other by @name.',
    control: on,
    keywords: ['@', 'tag', 'ping'],
  },
  messagesFromBottom: {
    group: 'content',
    label: 'New messages on top',
    help: 'The newest message is put at the top of the chat, not at its end.',
    control: off,
    keywords: ['order', 'direction', 'scroll', 'messagesFromBottom'],
  },

  filterWords: {
    group: 'words',
    label: 'Banned words',
    help: 'One chip is one word. A chip marked “inside” is also searched inside other words.',
    control: { kind: 'words', default: '', max: 20_000 },
    keywords: ['profanity', 'swear', 'censor', 'blacklist', 'filter'],
  },

  upload: {
    group: 'files',
    label: 'File upload',
    help: 'People may send files from their device.',
    control: on,
    keywords: ['attach', 'attachment', 'send file'],
  },
  uploadAdmin: {
    group: 'files',
    label: 'Only admins may upload',
    help: 'Everyone else loses the upload button.',
    control: off,
    needs: { setting: 'upload', is: true },
    keywords: ['attach'],
  },

  p2pAudio: {
    group: 'calls',
    label: 'Audio calls',
    help: 'Two people may talk to each other.',
    control: on,
    keywords: ['voice', 'phone', 'ring'],
  },
  p2pAudioAdmin: {
    group: 'calls',
    label: 'Only admins may start audio calls',
    help: 'Everyone else can still be called.',
    control: off,
    needs: { setting: 'p2pAudio', is: true },
    keywords: ['voice', 'phone'],
  },
  p2pVideo: {
    group: 'calls',
    label: 'Video calls',
    help: 'Two people may see each other.',
    control: on,
    keywords: ['camera', 'webcam'],
  },
  p2pVideoAdmin: {
    group: 'calls',
    label: 'Only admins may start video calls',
    help: 'Everyone else can still be called.',
    control: off,
    needs: { setting: 'p2pVideo', is: true },
    keywords: ['camera', 'webcam'],
  },

  archive: {
    group: 'archive',
    label: 'Keep messages',
    help: 'The service saves what is written. Without it, nothing can be read later.',
    control: on,
    keywords: ['history', 'save', 'store', 'log'],
  },
  sendArchive: {
    group: 'archive',
    label: 'Show earlier messages to new users',
    help: 'People who come in see what was written before.',
    control: on,
    needs: { setting: 'archive', is: true },
    keywords: ['history', 'backlog'],
  },

  privateChat: {
    group: 'private',
    label: 'Private messaging',
    help: 'The chat offers messages between two people.',
    control: on,
    keywords: ['direct message', 'DM', 'whisper'],
  },
  allowPrivateChat: {
    group: 'private',
    label: 'Users may write to each other',
    help: 'People may exchange private messages.',
    control: on,
    needs: { setting: 'privateChat', is: true },
    keywords: ['direct message', 'DM', 'whisper'],
  },
  privateChatAdmin: {
    group: 'private',
    label: 'Only admins may start a private chat',
    help: 'Everyone else may still answer.',
    control: off,
    needs: privateMessages,
    keywords: ['direct message', 'DM'],
  },

  userslist: {
    group: 'people',
    label: 'Users list',
    help: 'The list of people in the chat is shown.',
    control: on,
    keywords: ['members', 'online', 'who'],
  },
  userslistAdmin: {
    group: 'people',
    label: 'Users list for admins only',
    help: 'Everyone else does not see who is there.',
    control: off,
    needs: { setting: 'userslist', is: true },
    keywords: ['members', 'hidden'],
  },
  autoInvite: {
    group: 'people',
    label: 'Offer invites after sign-in',
    help: 'People who signed in with a social network are asked to invite friends from it.',
    control: on,
    keywords: ['share', 'friends', 'social'],
  },
  inviteFriends: {
    group: 'people',
    label: 'Invite button',
    help: 'A button to invite others is shown in the chat.',
    control: on,
    keywords: ['share', 'friends'],
  },

  sound_userJoined: {
    group: 'sounds',
    label: 'Somebody joins',
    help: 'Heard when a user comes in.',
    control: pop,
    keywords: ['enter', 'noise', 'audio'],
  },
  sound_userLeft: {
    group: 'sounds',
    label: 'Somebody leaves',
    help: 'Heard when a user goes.',
    control: pop,
    keywords: ['exit', 'noise', 'audio'],
  },
  sound_message: {
    group: 'sounds',
    label: 'New message',
    help: 'Heard with every message of the group.',
    control: pop,
    keywords: ['noise', 'notification'],
  },
  sound_privateMessage: {
    group: 'sounds',
    label: 'New private message',
    help: 'Heard with a private message.',
    control: pop,
    needs: privateMessages,
    keywords: ['noise', 'DM'],
  },
  sound_notice: {
    group: 'sounds',
    label: 'Notice',
    help: 'Heard with a notice of the chat.',
    control: pop,
    keywords: ['noise', 'alert'],
  },
  sound_ring: {
    group: 'sounds',
    label: 'Ringing',
    help: 'Heard when a user is calling.',
    control: pop,
    keywords: ['call', 'phone', 'ringtone'],
  },

  options_sound: {
    group: 'options',
    label: 'Sound',
    help: 'People may switch the sounds off for themselves.',
    control: on,
    keywords: ['mute', 'button'],
  },
  options_privateChatPopup: {
    group: 'options',
    label: 'Private chat pop-up',
    help: 'People may choose whether private chats open in front.',
    control: on,
    needs: privateMessages,
    keywords: ['window', 'button'],
  },
  options_adminMode: {
    group: 'options',
    label: 'Admin mode',
    help: 'Admins may switch their tools on and off.',
    control: on,
    keywords: ['moderator', 'button'],
  },
  options_fontSize: {
    group: 'options',
    label: 'Font size',
    help: 'People may make the text larger or smaller.',
    control: on,
    keywords: ['text', 'zoom', 'button'],
  },
  options_qr: {
    group: 'options',
    label: 'QR code',
    help: 'Shows a code that opens the chat on a phone.',
    control: on,
    keywords: ['share', 'phone', 'button'],
  },
  options_exportTranscript: {
    group: 'options',
    label: 'Export messages',
    help: 'People may save what was written.',
    control: on,
    keywords: ['transcript', 'download', 'button'],
  },
  options_openChatInNewWindow: {
    group: 'options',
    label: 'Open in a new window',
    help: 'People may take the chat out of the page.',
    control: on,
    keywords: ['pop out', 'detach', 'button'],
  },
  options_clearChatMessages: {
    group: 'options',
    label: 'Clear messages',
    help: 'People may empty the chat for themselves.',
    control: on,
    keywords: ['clean', 'button'],
  },

  groupChatWelcomeMessage: {
    group: 'welcome',
    label: 'Welcome to the group',
    help: 'The first message a new user sees in the chat. Empty: none.',
    control: { kind: 'longText', default: '', max: 5000 },
    keywords: ['greeting', 'hello', 'intro'],
  },
  groupChatWelcomeMessageDelay: {
    group: 'welcome',
    label: 'Delay of the group welcome',
    help: 'Seconds before it appears.',
    control: { kind: 'seconds', default: 1, max: 86_400 },
    needs: { setting: 'groupChatWelcomeMessage', is: 'filled' },
    keywords: ['wait', 'time'],
  },
  privateChatWelcomeMessage: {
    group: 'welcome',
    label: 'Welcome in private',
    help: 'A private message to each new user. Empty: none.',
    control: { kind: 'longText', default: '', max: 5000 },
    needs: privateMessages,
    keywords: ['greeting', 'hello', 'intro', 'DM'],
  },
  privateChatWelcomeMessageDelay: {
    group: 'welcome',
    label: 'Delay of the private welcome',
    help: 'Seconds before it appears.',
    control: { kind: 'seconds', default: 1, max: 86_400 },
    needs: { setting: 'privateChatWelcomeMessage', is: 'filled' },
    keywords: ['wait', 'time'],
  },

  offline: {
    group: 'offline',
    label: 'Chat is offline',
    help: 'Closes the chat. Everybody in it is disconnected at once.',
    control: off,
    keywords: ['close', 'shut', 'maintenance', 'pause'],
  },
  offlineMessage: {
    group: 'offline',
    label: 'Offline message',
    help: 'Shown in place of the chat while it is closed.',
    control: { kind: 'longText', default: '', max: 5000 },
    needs: offlineOnly,
    keywords: ['closed', 'notice'],
  },
  offlineShowForm: {
    group: 'offline',
    label: 'Contact form',
    help: 'Visitors may leave a message while the chat is closed.',
    control: off,
    needs: offlineOnly,
    keywords: ['mail', 'contact'],
  },
  offlineMessageEmail: {
    group: 'offline',
    label: 'Contact form goes to',
    help: 'Empty or not an e-mail address: it goes to the address of the account.',
    control: { kind: 'email', default: '', max: 254 },
    needs: { setting: 'offlineShowForm', is: true },
    keywords: ['e-mail', 'contact', 'address'],
  },
})

export type SettingName = keyof typeof settings
