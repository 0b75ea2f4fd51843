import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { RuleFault } from '#engine/analysis/rules/message-conditions.ts'
import type { Explanation } from '#engine/analysis/rules/explain-match.ts'

/**
 * What compiles rules and compares messages with them, apart from the thread that answers requests (matching-thread.ts). It holds no more than data that
 * can be given to it again.
 */

export interface Matching {
  /** The faults of a rule without its lists, and the instructions of its expressions together. Rejects with a RuleBroke or a MatchingEnded. */
  check: (rule: Rule) => Promise<Checked>
  /** The rules of an account. */
  open: () => AccountMatching
  close: () => Promise<void>
}

/** All of it rejects with a RuleBroke, or with a MatchingEnded once what was given is lost: then the account has to be opened again. */
export interface AccountMatching {
  ask: <R extends AccountRequest>(request: R) => Promise<Answers[R['kind']]>
  close: () => void
}

export interface Checked {
  faults: RuleFault[]
  size: number
}

/** A message for the rules of its chat. `isFirst`: the first one of its author. `isNew`: not read before this process started. */
export interface MessageToMatch {
  message: Message
  isFirst: boolean
  isNew: boolean
}

/** That begins with a message. */
export interface Wave {
  sample: string
  count: number
}

export interface Found {
  /** With the key of the rule. If a rule counts messages, earlier messages may be among them. */
  matches: ({ key: string; message: Message } & Explanation)[]
  waves: Wave[]
}

export type AccountRequest =
  /** Words of a shared list, as the JSON of its record. */
  | { kind: 'list'; id: string; json: string }
  /** Compiles a rule. A changed rule, or one whose lists changed, has another key. */
  | { kind: 'rule'; key: string; rule: Rule }
  /** Forgets all other rules, lists and chats. */
  | { kind: 'keep'; keys: readonly string[]; listIds: readonly string[]; chatIds: readonly number[] }
  /** Messages of a chat in the order of their time. Rules that watched it before keep their counts. */
  | { kind: 'read'; chatId: number; keys: readonly string[]; messages: readonly MessageToMatch[] }

export type MatchingRequest = (AccountRequest & { account: number }) | { kind: 'close'; account: number } | { kind: 'check'; rule: Rule }

/** `rule`: its faults and size. */
export interface Answers {
  list: null
  rule: Checked
  keep: null
  read: Found
  close: null
  check: Checked
}

/** A rule ended the thread, or took too long. */
export class RuleBroke extends Error {
  override name = 'RuleBroke'
  readonly reason: 'memory' | 'time'
  /** null: it is not known which one. */
  readonly key: string | null

  constructor(reason: 'memory' | 'time', key: string | null) {
    super(`A rule exceeded its ${reason}.`)
    this.reason = reason
    this.key = key
  }
}

/** The thread was started again, because of a rule of another account. */
export class MatchingEnded extends Error {
  override name = 'MatchingEnded'
}
