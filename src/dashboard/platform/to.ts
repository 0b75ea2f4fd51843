/** Builds every path of the dashboard. A test checks that each path matches a route. */

export const chatTabs = ['messages', 'polls', 'banned-ips', 'settings'] as const
export type ChatTab = (typeof chatTabs)[number]

interface ChangesQuery {
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
  home: () => '/',
  /** Everything that waits for a decision. */
  inbox: () => '/inbox',
  /** @param findings '1': chats with any finding of the settings doctor; the name of a rule: chats with that finding */
  chats: (query: { show?: string; open?: string; findings?: string } = {}) => {
    const search = new URLSearchParams(Object.entries(query)).toString()
    return search ? `/chats?${search}` : '/chats'
  },
  /** The settings of all chats side by side, or of some. @param chatIds none: of all */
  compare: (chatIds: readonly number[] = []) => (chatIds.length === 0 ? '/chats/compare' : `/chats/compare?chats=${chatIds.join('.')}`),
  /** Those of the chats that differ from this one, beside it. */
  compareWith: (chatId: number) => `/chats/compare?differs=${chatId}`,
  /** Opens the review of the edits of all chats. */
  compareReview: () => '/chats/compare?review',
  /** Prepares the undo of a change of many chats, for review. */
  compareUndo: (changeId: string) => `/chats/compare?undo=${changeId}`,
  rules: () => '/automation/rules',
  /** Opens the word lists; with words that were handed over (platform/rules/handover.ts), a new one of them. */
  wordLists: () => '/automation/rules?open=lists',
  rule: (ruleId: string) => `/automation/rules/${encodeURIComponent(ruleId)}`,
  /**
   * @param template the name of one, to begin with; `from`: the id of a rule that it begins as a copy of; `with`: words that were handed over
   * (platform/rules/handover.ts)
   */
  newRule: (begin: { template?: string; from?: string; with?: 'words' } = {}) => {
    const search = new URLSearchParams(begin).toString()
    return search ? `/automation/rules/new?${search}` : '/automation/rules/new'
  },
  /** @param mode the one to show */
  modes: (mode?: string) => (mode === undefined ? '/automation/modes' : `/automation/modes?mode=${encodeURIComponent(mode)}`),
  /** Everything that will happen by itself. */
  schedule: () => '/automation/schedule',
  /** Opens what background access may do, and where an Owner turns it on. */
  backgroundAccess: () => '/automation/schedule?background',
  chat: (chatId: number, tab: ChatTab) => `/chats/${chatId}/${tab}`,
  settings: (chatId: number) => to.chat(chatId, 'settings'),
  /** @param name the field name of a setting */
  setting: (chatId: number, name: string) => `${to.settings(chatId)}?setting=${name}`,
  /** The opening hours: the last group of the settings. */
  hours: (chatId: number) => `${to.settings(chatId)}#opening-hours`,
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
  /** A change of settings in many chats, and what became of it. */
  change: (changeId: string) => `/changes/${encodeURIComponent(changeId)}`,
  /** What everyone did: a person, or in a chat, or to a field; `line`: opens this entry. Without any of them, the plain page. */
  changes: ({ person, chatId, field, line }: ChangesQuery = {}) => {
    const query = { person, chat: chatId?.toString(), field, entry: line?.toString() }
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return given.length === 0 ? '/changes' : `/changes?${new URLSearchParams(given).toString()}`
  },
  /** The settings of a chat at two moments. Without a chat it asks which one. */
  compareMoments: (chatId?: number) => (chatId === undefined ? '/changes/compare' : `/changes/compare?chat=${chatId}`),
  /** What the person did, which needs no permission to see. */
  ownChanges: () => '/changes/me',
  /** What Roomkeeper did by itself. */
  automaticChanges: () => '/changes/automatic',
  /** What was changed outside Roomkeeper. */
  outside: () => '/changes/outside',
  /** Who may work in this account. */
  people: () => '/people',
  roles: () => '/people/roles',
  /** What programs sign in with. */
  tokens: () => '/people/tokens',
  account: () => '/account',
  /** How full the plan is, and how to make room. */
  plan: () => '/account#plan',
  social: () => '/account/social',
  /** Channels and notices. */
  notifications: () => '/account/notifications',
  /** How the service behaves, with “Learn this service”. */
  connection: () => '/account/connection',
}

/**
 * Returns where to go after signing in: a path of this origin, or else Home. It prevents open redirects: whatever a browser could resolve to
 * another host is refused.
 */
export function localPath(next: string | null): string {
  if (!next || !next.startsWith('/')) return to.home()
  const base = 'http://local.invalid'
  try {
    const url = new URL(next, base)
    // A second slash or a backslash after the first slash would name a host. URL parsers drop control characters before they parse.
    const plain = /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)
    return plain && url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : to.home()
  } catch {
    return to.home()
  }
}

/** Parses the ID in a path; null where the text is not an ID, so that `/chats/abc` shows Not Found instead of failing. */
export const parseId = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null
