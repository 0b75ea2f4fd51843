import type { Transaction } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import { countRecords } from '../records/shares.ts'
import { planAgain } from './plan-hours.ts'

interface TurnOff {
  workspace: string
  chatId: number
  /** The id of the person who is recorded for it; null: whoever signed in with the account's token. */
  by: string | null
  nowMs: number
}

/** Turns the opening hours of a chat off, which stays as it is: the timetable is kept. */
export async function turnOffHours(trx: Transaction<SessionTables>, { workspace, chatId, by, nowMs }: TurnOff): Promise<void> {
  const record = { workspace, kind: 'chat-hours', chat_id: chatId, key: 'hours' } as const
  const { value, changed_by } = await trx
    .selectFrom('record')
    .select(['value', 'changed_by'])
    .where((is) => is.and(record))
    .executeTakeFirstOrThrow()
  const off = JSON.stringify({ ...(JSON.parse(value) as object), isOn: false })
  const { version } = await trx
    .updateTable('record_total')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('workspace', '=', workspace)
    .returning('version')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('record')
    .set({ value: off, version, changed_at: Math.floor(nowMs / 1000), changed_by: by })
    .where((is) => is.and(record))
    .execute()
  const { kind } = record
  await countRecords(trx, workspace, kind, [{ writer: changed_by, json: value }], [{ writer: by, json: off }])
  await planAgain(trx, () => nowMs, workspace, chatId)
}
