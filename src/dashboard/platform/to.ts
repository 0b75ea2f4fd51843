/** The paths of the dashboard, one function each. Every path matches a route (held by a test). */

export const chatTabs = ['settings', 'messages', 'polls', 'banned-ips'] as const
export type ChatTab = (typeof chatTabs)[number]

export const to = {
  signIn: (next?: string) => (next && next !== '/' ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in'),
  overview: () => '/',
  /** @param findings '1': with any finding of the settings doctor; the name of a rule: with that one */
  chats: (query: { show?: string; open?: string; findings?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(query)).toString()
    return search ? `/chats?${search}` : '/chats'
  },
  chat: (chatId: number, tab: ChatTab) => `/chats/${chatId}/${tab}`,
  settings: (chatId: number) => to.chat(chatId, 'settings'),
  /** @param name a setting's field name */
  setting: (chatId: number, name: string) => `${to.settings(chatId)}?setting=${name}`,
  /** With the edits that are kept in this browser laid out to be saved. */
  settingsReview: (chatId: number) => `${to.settings(chatId)}?review`,
  messages: (chatId: number) => to.chat(chatId, 'messages'),
  /** What a deletion left, to be looked at and tried again. */
  messagesLeft: (chatId: number, jobId: string) => `${to.messages(chatId)}?left=${encodeURIComponent(jobId)}`,
  polls: (chatId: number) => to.chat(chatId, 'polls'),
  /** Bars for a screen at an event. */
  present: (chatId: number, pollId: number) => `/chats/${chatId}/polls/present/${pollId}`,
  /** @param about an address or a range that is asked about */
  bannedIps: (chatId: number, about?: string) => to.chat(chatId, 'banned-ips') + (about ? `?text=${encodeURIComponent(about)}` : ''),
  /** What a change of bans left, to be looked at and tried again. */
  bansLeft: (chatId: number, jobId: string) => `${to.bannedIps(chatId)}?left=${encodeURIComponent(jobId)}`,
  account: () => '/account',
  /** How the service behaves, and "Learn this service". */
  service: () => '/account/service',
  social: () => '/social',
  activity: () => '/activity',
}

/** Where to go after signing in: a path of this page, or the overview. Anything that a browser could read as another host is refused. */
export function localPath(next: string | null): string {
  if (!next || !next.startsWith('/')) return to.overview()
  const base = 'http://local.invalid'
  try {
    const url = new URL(next, base)
    // A second slash or a backslash right after the first would name a host; control characters are dropped by URL parsers before they look.
    const plain = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)
    return plain && url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : to.overview()
  } catch {
    return to.overview()
  }
}

/** The id in a path, or null where it is none: `/chats/abc` is Not Found, not a crash. */
export const parseId = (text: string | undefined): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
