/** What commands are about. Apart from the commands, so that the start of the server loads none of them. */
export const groups = {
  chats: 'lists, creates, duplicates and deletes chats',
  settings: 'reads and changes the settings of a chat',
  messages: 'reads, posts and deletes messages',
  bans: 'lists, adds and lifts banned IP addresses',
  polls: 'creates, changes, sends and deletes polls',
  presets: 'turns modes on and ends them',
  profile: 'reads the account',
  social: 'reads the social settings',
  token: 'says what the token may do',
} as const
export type GroupName = keyof typeof groups
