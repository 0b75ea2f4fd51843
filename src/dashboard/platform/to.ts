/** Builds every path of the dashboard. A test checks that each path matches a route. */

export const chatTabs = ['settings', 'messages', 'polls', 'banned-ips', 'hours', 'history'] as const
export type ChatTab = (typeof chatTabs)[number]

interface ActivityQuery {
  /** The id of a person; `token` for the account's token. */
  person?: string
  chatId?: number
  field?: string
  /** The number of an entry of the audit log. */
  line?: number
}

export const to = {
  signIn: (next?: string) => (next && next !== '/' ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in'),
  /** The page of an invitation. @param secret of the link; the fragment is never sent to a server */
  join: (secret?: string) => (secret === undefined ? '/join' : `/join#${secret}`),
  /** Where a session that began with a recovery code registers a passkey. */
  newPasskey: (next?: string) => (next && next !== '/' ? `/new-passkey?next=${encodeURIComponent(next)}` : '/new-passkey'),
  overview: () => '/',
  /** What rules hold and mark. */
  review: () => '/review',
  /** @param findings '1': chats with any finding of the settings doctor; the name of a rule: chats with that finding */
  chats: (query: { show?: string; open?: string; findings?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(query)).toString()
    return search ? `/chats?${search}` : '/chats'
  },
  /** @param preset the one to show */
  presets: (preset?: string) => (preset === undefined ? '/presets' : `/presets?preset=${encodeURIComponent(preset)}`),
  rules: () => '/rules',
  /** Opens the word lists; with words that were handed over (platform/rules/handover.ts), a new one of them. */
  wordLists: () => '/rules?open=lists',
  rule: (ruleId: string) => `/rules/${encodeURIComponent(ruleId)}`,
  /**
   * @param template the name of one, to begin with; `from`: the id of a rule that it begins as a copy of; `with`: words that were handed over
   * (platform/rules/handover.ts)
   */
  newRule: (begin: { template?: string; from?: string; with?: 'words' } = {}) => {
    const search = new URLSearchParams(begin).toString()
    return search ? `/rules/new?${search}` : '/rules/new'
  },
  /** What was changed from outside. */
  drift: () => '/drift',
  chat: (chatId: number, tab: ChatTab) => `/chats/${chatId}/${tab}`,
  settings: (chatId: number) => to.chat(chatId, 'settings'),
  /** @param name the field name of a setting */
  setting: (chatId: number, name: string) => `${to.settings(chatId)}?setting=${name}`,
  /**
   * Opens the settings with the edits that are kept in this browser, ready for review.
   * @param undoOf the entry of the audit log that saving them undoes
   */
  settingsReview: (chatId: number, undoOf?: number) => `${to.settings(chatId)}?review${undoOf === undefined ? '' : `&undo=${undoOf}`}`,
  messages: (chatId: number) => to.chat(chatId, 'messages'),
  /** The messages up to a time. @param at seconds */
  messagesUntil: (chatId: number, at: number) => `${to.messages(chatId)}?range=-${Math.ceil(at)}`,
  /** Opens the messages that a deletion job could not delete, so that a person can check them and try again. */
  messagesLeft: (chatId: number, jobId: string) => `${to.messages(chatId)}?left=${encodeURIComponent(jobId)}`,
  polls: (chatId: number) => to.chat(chatId, 'polls'),
  /** Shows the results of a poll on a full screen, for an event. @param isSum the votes of all chats in which it was asked */
  present: (chatId: number, pollId: number, isSum = false) => `/chats/${chatId}/polls/present/${pollId}${isSum ? '?of=all' : ''}`,
  /** @param about the address or range to look up in the list */
  bannedIps: (chatId: number, about?: string) => to.chat(chatId, 'banned-ips') + (about ? `?text=${encodeURIComponent(about)}` : ''),
  /** Opens the changes that a ban job could not make, so that a person can check them and try again. */
  bansLeft: (chatId: number, jobId: string) => `${to.bannedIps(chatId)}?left=${encodeURIComponent(jobId)}`,
  /** The settings of all chats side by side, or of some. @param chatIds none: of all */
  matrix: (chatIds: readonly number[] = []) => (chatIds.length === 0 ? '/settings' : `/settings?chats=${chatIds.join('.')}`),
  /** Those of the chats that differ from this one, beside it. */
  compare: (chatId: number) => `/settings?differs=${chatId}`,
  /** Opens the review of the edits of all chats. */
  matrixReview: () => '/settings?review',
  /** Prepares the undo of a change of many chats, for review. */
  matrixUndo: (changeId: string) => `/settings?undo=${changeId}`,
  /** A change of settings in many chats, and what became of it. */
  change: (changeId: string) => `/changes/${encodeURIComponent(changeId)}`,
  account: () => '/account',
  /** How full the plan is, and how to make room. */
  plan: () => '/account#plan',
  /** Who may work in this account. */
  team: () => '/account/team',
  /** Who can do what. */
  rights: () => '/account/rights',
  /** What Roomkeeper does while nobody is signed in. */
  standing: () => '/account/standing',
  /** Channels, quiet hours and notices. */
  notifications: () => '/account/notifications',
  /** The page that shows how the service behaves and offers “Learn this service”. */
  service: () => '/account/service',
  social: () => '/social',
  /** What everyone did: a person, or in a chat, or to a field; `line`: opens this entry. Without any of them, the plain page. */
  activity: ({ person, chatId, field, line }: ActivityQuery = {}) => {
    const query = { person, room: chatId?.toString(), field, entry: line?.toString() }
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return given.length === 0 ? '/activity' : `/activity?${new URLSearchParams([['show', 'everyone'], ...given]).toString()}`
  },
}

/**
 * Returns where to go after signing in: a path of this origin, or else the overview. It prevents open redirects: whatever a browser could resolve to
 * another host is refused.
 */
export function localPath(next: string | null): string {
  if (!next || !next.startsWith('/')) return to.overview()
  const base = 'http://local.invalid'
  try {
    const url = new URL(next, base)
    // A second slash or a backslash after the first slash would name a host. URL parsers drop control characters before they parse.
    const plain = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)
    return plain && url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : to.overview()
  } catch {
    return to.overview()
  }
}

/** Parses the ID in a path; null where the text is not an ID, so that `/chats/abc` shows Not Found instead of failing. */
export const parseId = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
