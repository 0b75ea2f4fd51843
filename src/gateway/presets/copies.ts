import { sql } from 'kysely'
import { equal } from '#db/equal.ts'
import type { Query, Trx } from '../database/database.ts'
import type { GatewayDatabase } from '../pipeline/handler.ts'
import { lockPresets } from './chat-lock.ts'

/** Where a preset has ended but a moment ago, its values may still be there, and in a copy too. */
const endingMs = 60 * 60_000

/**
 * A chat that was duplicated with its settings while a preset was on has the preset's values too, and nobody would ever put them back. The audit log
 * knows of such copies, so they join the preset: it ends there as well, where they still hold its values.
 */
export async function adoptCopies(database: GatewayDatabase, workspace: string, now: number): Promise<void> {
  const { query } = database
  const held = await heldChats(query, workspace, now)
  if (held.length === 0) return
  const copies = await copiesOf(query, workspace, held)
  if (copies.length === 0) return
  await database.transaction(async (trx) => {
    await lockPresets(trx, workspace)
    // Nothing may have ended in between, and another gateway may have done the same.
    const heldNow = await heldChats(trx, workspace, now)
    for (const { source, copy, at } of copies)
      for (const { on_id, since } of heldNow.filter((one) => one.chat_id === source))
        if (since <= at) await adopt(trx, { workspace, onId: on_id, source, copy })
  })
}

/** Where presets are on, or have just ended and not put back everything. */
const heldChats = (query: Query, workspace: string, now: number) =>
  query
    .selectFrom('preset_on')
    .innerJoin('preset_chat', (join) =>
      join.onRef('preset_chat.workspace', '=', 'preset_on.workspace').onRef('preset_chat.on_id', '=', 'preset_on.id'),
    )
    .select(['preset_chat.on_id', 'preset_chat.chat_id', 'preset_on.at as since'])
    .where('preset_on.workspace', '=', workspace)
    .where((is) => is.or([is('preset_on.ended_at', 'is', null), is('preset_on.ended_at', '>', now - endingMs)]))
    .where((is) =>
      is.exists(
        is
          .selectFrom('preset_layer')
          .select('setting')
          .whereRef('preset_layer.workspace', '=', 'preset_chat.workspace')
          .whereRef('preset_layer.on_id', '=', 'preset_chat.on_id')
          .whereRef('preset_layer.chat_id', '=', 'preset_chat.chat_id'),
      ),
    )
    .execute()

type Held = Awaited<ReturnType<typeof heldChats>>

interface Copy {
  source: number
  copy: number
  at: number
}

async function copiesOf(query: Query, workspace: string, held: Held): Promise<Copy[]> {
  const since = Math.min(...held.map((one) => one.since))
  const rows = await query
    .selectFrom('audit_line')
    .innerJoin('audit_line as o', (join) =>
      join.onRef('o.workspace', '=', 'audit_line.workspace').onRef('o.entry', '=', 'audit_line.line').on('o.kind', '=', sql.lit('outcome')),
    )
    .select(['audit_line.chat_id as source', 'o.chat_id as copy', 'audit_line.at'])
    .where('audit_line.workspace', '=', workspace)
    .where('audit_line.kind', '=', sql.lit('entry'))
    .where('audit_line.action', '=', 'chatDuplicate')
    .where('audit_line.fields', 'like', '% settings %')
    .where('audit_line.at', '>=', since)
    .where('o.chat_id', 'is not', null)
    .orderBy('audit_line.line')
    .execute()
  const sources = new Set(held.map(({ chat_id }) => chat_id))
  return rows.flatMap(({ source, copy, at }) => {
    if (source === null || copy === null || !sources.has(source)) return []
    // It may have been duplicated itself.
    sources.add(copy)
    return [{ source, copy, at }]
  })
}

async function adopt(
  trx: Trx,
  { workspace, onId, source, copy }: { workspace: string; onId: string; source: number; copy: number },
): Promise<void> {
  const place = { workspace, on_id: onId }
  const row = await trx
    .selectFrom('preset_chat')
    .selectAll()
    .where(equal({ ...place, chat_id: source }))
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('preset_chat')
    .values({ ...place, chat_id: copy, position: row.position, copy_of: source, is_ended: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  // Where it has ended meanwhile, the copy is ended by a person.
  await trx
    .updateTable('preset_on')
    .set({ ended_at: null, until: null })
    .where(equal({ workspace, id: onId }))
    .where('ended_at', 'is not', null)
    .execute()
  const layers = await trx
    .selectFrom('preset_layer')
    .selectAll()
    .where(equal({ ...place, chat_id: source }))
    .execute()
  for (const layer of layers)
    await trx
      .insertInto('preset_layer')
      .values({ ...layer, chat_id: copy })
      .execute()
}
