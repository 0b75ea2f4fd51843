import type { BannedRange } from '#contract/banned-ips.ts'
import type { Fields } from '#contract/drift/fields.ts'
import type { Look } from '#contract/drift/own-writes.ts'
import type { DriftResource } from '#contract/gateway/drift.ts'
import type { Query } from '../database/database.ts'

/** What was read last. */

/** What is looked at: a resource of a chat; the chat is 0 for what belongs to none. */
export interface Place {
  workspace: string
  resource: DriftResource
  chatId: number
  chatName: string
}

export interface Known<T> {
  value: T
  since: number
  checked: number
  look: Look
}

type ValueOf<R extends DriftResource> = R extends 'bans' ? BannedRange[] : Fields

/** By chat. */
export async function knownOf<R extends DriftResource>(
  query: Query,
  workspace: string,
  resource: R,
  chatId?: number,
): Promise<Map<number, Known<ValueOf<R>>>> {
  let found = query.selectFrom('drift_known').selectAll().where('workspace', '=', workspace).where('resource', '=', resource)
  if (chatId !== undefined) found = found.where('chat_id', '=', chatId)
  const rows = await found.execute()
  return new Map(
    rows.map(({ chat_id, value, since, checked, line_before, line_after }) => [
      chat_id,
      // Only this gateway writes the column, in this form.
      { value: JSON.parse(value) as ValueOf<R>, since, checked, look: { before: line_before, after: line_after } },
    ]),
  )
}

export async function remember(query: Query, place: Place, known: Known<Fields | BannedRange[]>): Promise<void> {
  const { workspace, resource, chatId, chatName } = place
  const changes = {
    chat_name: chatName,
    value: JSON.stringify(known.value),
    checked: known.checked,
    line_before: known.look.before,
    line_after: known.look.after,
  }
  await query
    .insertInto('drift_known')
    .values({ workspace, resource, chat_id: chatId, since: known.since, ...changes })
    .onConflict((conflict) => conflict.columns(['workspace', 'resource', 'chat_id']).doUpdateSet(changes))
    .execute()
}

/** Statements have a limit of values. */
const batchSize = 500

/** They were as they were known. */
export async function rememberUnchanged(
  query: Query,
  workspace: string,
  resource: DriftResource,
  chatIds: readonly number[],
  { checked, look }: Pick<Known<unknown>, 'checked' | 'look'>,
): Promise<void> {
  for (let from = 0; from < chatIds.length; from += batchSize)
    await query
      .updateTable('drift_known')
      .set({ checked, line_before: look.before, line_after: look.after })
      .where('workspace', '=', workspace)
      .where('resource', '=', resource)
      .where('chat_id', 'in', chatIds.slice(from, from + batchSize))
      .execute()
}

/** The chat does not exist any more. */
export async function forgetChat(query: Query, workspace: string, chatId: number): Promise<void> {
  await query.deleteFrom('drift_known').where('workspace', '=', workspace).where('chat_id', '=', chatId).execute()
}
