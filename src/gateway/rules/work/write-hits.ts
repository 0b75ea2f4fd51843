import { createHash, randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { normalForm } from '#engine/analysis/normal-form.ts'
import type { Explanation } from '#engine/analysis/rules/explain-match.ts'
import type { Message } from '#contract/messages.ts'
import type { GatewayTables, Trx } from '#gateway/database/database.ts'
import { countHits } from '../count-hits.ts'
import { groupBy, inParts } from '#engine/group-by.ts'
import { rowsWith } from '#db/rows.ts'
import type { WatchedRule } from './watch.ts'

/** Stores hits. A rule hits a message once, however often the message is read. */

type NewHit = Insertable<GatewayTables['rule_hit']>

const dayMs = 86_400_000

/** A message that a rule matches, and why. */
export interface RuleMatch extends Explanation {
  rule: WatchedRule
  message: Message
}

/** New hits of a rule. `isLive`: the rule acts on them. */
export interface WrittenHits {
  rule: WatchedRule
  isLive: boolean
  messages: Message[]
}

interface HitContext {
  workspace: string
  chatId: number
  chatName: string
  /** Milliseconds of the database's clock. */
  now: number
}

/** @param matches of several rules; those of a rule that was stopped or replaced since it was read are ignored */
export async function writeHits(trx: Trx, context: HitContext, matches: readonly RuleMatch[]): Promise<WrittenHits[]> {
  const byRule = groupBy(matches, ({ rule }) => rule)
  const ids = Array.from(byRule.keys(), ({ id }) => id)
  const stored = ids.length === 0 ? [] : await rowsOf(trx, context.workspace, ids)
  const written: WrittenHits[] = []
  for (const [rule, ofRule] of byRule) {
    const messages = ofRule.map(({ message }) => message)
    const row = stored.find(({ id }) => id === rule.id)
    if (row?.running_version !== rule.version) continue
    const isLive = row.state === 'live' && rule.state === 'live'
    const hits = ofRule.map((match) => hitOf(context, match, isLive))
    const inserted = await insert(trx, hits)
    await countHits(
      trx,
      hits.filter(({ message_id }) => inserted.has(message_id)),
      row.state_since,
    )
    if (inserted.size > 0) written.push({ rule, isLive, messages: messages.filter(({ messageId }) => inserted.has(messageId)) })
  }
  return written
}

const rowsOf = (trx: Trx, workspace: string, ids: readonly string[]) =>
  rowsWith(trx, 'rule', { workspace, id: [...ids] })
    .select(['id', 'state', 'state_since', 'running_version'])
    .execute()

/** The first state of a hit. */
export function stateOfHit({ actions }: WatchedRule['rule'], isLive: boolean): 'held' | 'marked' | 'matched' {
  if (isLive && actions.deleteAfterSeconds !== null) return 'held'
  return actions.mark ? 'marked' : 'matched'
}

function hitOf(context: HitContext, { rule: watched, message, highlights, reasons }: RuleMatch, isLive: boolean): NewHit {
  const { workspace, chatId, chatName, now } = context
  const { id, version, rule } = watched
  const state = stateOfHit(rule, isLive)
  return {
    id: randomUUID(),
    workspace,
    rule_id: id,
    version,
    chat_id: chatId,
    chat_name: chatName,
    message_id: message.messageId,
    time: message.time,
    author_id: message.userId === null ? null : String(message.userId),
    user_name: message.userName,
    text: message.text,
    highlights: JSON.stringify(highlights),
    reasons: JSON.stringify(reasons),
    alike: alikeOf(message.text),
    is_shadow: isLive ? 0 : 1,
    seen_at: now,
    state,
    due: state === 'held' ? now + (rule.actions.deleteAfterSeconds ?? 0) * 1000 : null,
    left_ms: null,
    at: now,
    by: '',
    note: '',
    before: '',
    text_until: now + rule.brakes.keepTextsDays * dayMs,
  }
}

/** A short hash that nearly identical texts share. */
const alikeOf = (text: string) => createHash('sha256').update(normalForm(text)).digest('base64url').slice(0, 16)

/** Resolves to the ids of the messages that are new hits of the rule. A hit has 25 values, and SQLite accepts at most 32,766 in one statement. */
async function insert(trx: Trx, hits: NewHit[]): Promise<Set<number>> {
  const inserted = new Set<number>()
  for (const some of inParts(hits)) {
    const rows = await trx
      .insertInto('rule_hit')
      .values(some)
      .onConflict((conflict) => conflict.columns(['workspace', 'chat_id', 'message_id', 'rule_id']).doNothing())
      .returning('message_id')
      .execute()
    for (const { message_id } of rows) inserted.add(message_id)
  }
  return inserted
}
