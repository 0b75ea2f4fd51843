import { beforeAll } from 'vitest'
import { recordKinds, type RecordKind } from '#contract/gateway/record-kinds.ts'
import type { StoredRecord } from '#contract/gateway/records.ts'
import type { Database } from '#db/open.ts'
import { Refusal } from '#http/refusal.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { type GatewayTables, migrateGatewayTables, type Query } from '../database/database.ts'
import { createRecordStore, type RecordActor, type RecordStore } from './record-store.ts'

interface Records {
  store: RecordStore
  query: Query
  /** Writes one record, where its kind has chats into chat 7. */
  write: (
    actor: RecordActor,
    kind: RecordKind,
    key: string,
    version: number,
    value: unknown,
    chatId?: number,
  ) => Promise<StoredRecord | null>
}

/** Runs the tests on every available engine, each with records of its own. */
export const onRecords = (name: string, tests: (records: Records) => void): void =>
  onEveryEngine(name, (bench) => {
    const records = {} as Records
    beforeAll(async () => {
      // One connection for two parts with their own tables; the type of a query names the tables of one part.
      const database = bench.database as unknown as Database<GatewayTables>
      await migrateGatewayTables(database.query)
      const store = createRecordStore(database, () => 1000)
      const write: Records['write'] = async (actor, kind, key, version, value, chatId = 7) => {
        const change = { chatId: recordKinds[kind].scope === 'chat' ? chatId : null, key, version, value }
        return (await store.write(actor, kind, [change]))[0] ?? null
      }
      Object.assign(records, { store, query: database.query, write })
    })
    tests(records)
  })

/** Those of all pages. */
export async function listAll(store: RecordStore, actor: RecordActor, kind: RecordKind, chatId?: number): Promise<StoredRecord[]> {
  const records: StoredRecord[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page = await store.list(actor, kind, { chatId, after })
    records.push(...page.data)
    after = page.next
  }
  return records
}

export const note = (text: string) => ({ note: text, reviewOn: '' })

let accounts = 0
/** A new account, so that tests do not affect each other. */
export const newAccount = (): RecordActor => ({ workspace: `${++accounts}@test`, member: null })

/** The refusal of what must be refused. */
export async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('It was not refused')
  return error
}
