import { createHash, randomUUID } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { normalForm } from '#analysis/normal-form.ts'
import type { Message } from '#contract/messages.ts'
import type { SessionTables } from '../../../session/tables.ts'
import type { CompiledRule, Named } from './chat-matchers.ts'
import { groupBy } from './group-by.ts'

/** Writes down what rules named. A message is named by a rule once, however often it is read. */

type Trx = Transaction<SessionTables>
type NewHit = Insertable<SessionTables['rule_hit']>

const dayMs = 86_400_000

/** Messages that a rule has named just now. `isLive`: it acts on them. */
export interface WrittenHits {
  rule: CompiledRule
  isLive: boolean
  messages: Message[]
}

interface Place {
  workspace: string
  chatId: number
  chatName: string
  /** Milliseconds of the database. */
  now: number
}

/** @param named by several rules; a rule that was stopped or replaced since it was read names nothing */
export async function writeHits(trx: Trx, place: Place, named: readonly Named[]): Promise<WrittenHits[]> {
  const byRule = groupBy(named, ({ rule }) => rule)
  const states = await statesOf(trx, place.workspace, [...byRule.keys()])
  const written: WrittenHits[] = []
  for (const [rule, namedByIt] of byRule) {
    const messages = namedByIt.map(({ message }) => message)
    const state = states.get(rule.id)
    if (state?.version !== rule.version) continue
    const isLive = state.isLive && rule.state === 'live'
    const inserted = await insert(
      trx,
      namedByIt.map((one) => hitOf(place, one, isLive)),
    )
    if (inserted.size > 0) written.push({ rule, isLive, messages: messages.filter(({ messageId }) => inserted.has(messageId)) })
  }
  return written
}

async function statesOf(trx: Trx, workspace: string, rules: readonly CompiledRule[]) {
  if (rules.length === 0) return new Map<string, { version: number | null; isLive: boolean }>()
  const ids = rules.map(({ id }) => id)
  const rows = await trx
    .selectFrom('rule')
    .select(['id', 'state', 'running_version'])
    .where('workspace', '=', workspace)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, state, running_version }) => [id, { version: running_version, isLive: state === 'live' }]))
}

/** What becomes of a message that a rule names. */
export function stateOfHit({ actions }: CompiledRule['rule'], isLive: boolean): 'held' | 'marked' | 'matched' {
  if (isLive && actions.deleteAfterSeconds !== null) return 'held'
  return actions.mark ? 'marked' : 'matched'
}

function hitOf(place: Place, { rule: compiled, message, holds }: Named, isLive: boolean): NewHit {
  const { workspace, chatId, chatName, now } = place
  const { id, version, rule } = compiled
  const { highlights, reasons } = compiled.explain(message, holds)
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
    user_id: message.userId,
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

/** Short, and the same for texts that are nearly the same. */
const alikeOf = (text: string) => createHash('sha256').update(normalForm(text)).digest('base64url').slice(0, 16)

/** Each has 25 values, and SQLite takes at most 32,766 in one statement. */
const chunk = 500

/** Resolves to the ids of the messages that were not named before. */
async function insert(trx: Trx, hits: NewHit[]): Promise<Set<number>> {
  const inserted = new Set<number>()
  for (let start = 0; start < hits.length; start += chunk) {
    const rows = await trx
      .insertInto('rule_hit')
      .values(hits.slice(start, start + chunk))
      .onConflict((conflict) => conflict.columns(['workspace', 'chat_id', 'message_id', 'rule_id']).doNothing())
      .returning('message_id')
      .execute()
    for (const { message_id } of rows) inserted.add(message_id)
  }
  return inserted
}
