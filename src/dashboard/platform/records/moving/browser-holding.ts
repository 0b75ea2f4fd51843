import type { IDBPTransaction } from 'idb'
import { recordKindNames, type RecordKind } from '#contract/workspace/record-kinds.ts'
import { getSession } from '#dashboard/platform/session/session.ts'
import { keyRange, openDatabase, scopedKey, type BrowserKey } from '../browser-db.ts'
import { browserKey, recordPlace } from '../browser-records.ts'
import type { Batch, HeldRecord, Holding } from './move-records.ts'

const batches = 'record-moves'
type Transaction = IDBPTransaction<unknown, string[], 'readwrite'>

/** What this browser's database holds of the signed-in account. */
export const browserHolding: Holding = {
  held: () => inTransaction(heldIn),
  begin: (choose) =>
    inTransaction(async (transaction) => {
      const begun = (await transaction.objectStore(batches).get(batchKey())) as Batch | undefined
      if (begun) return begun
      const records = choose(await heldIn(transaction))
      if (records.length === 0) return null
      const batch = { id: crypto.randomUUID(), records }
      await transaction.objectStore(batches).put(batch, batchKey())
      return batch
    }),
  end: (batch, moved) =>
    inTransaction(async (transaction) => {
      for (const { kind, value, ...place } of moved) {
        const store = transaction.objectStore(kind)
        const key = scopedKey(browserKey(place))
        if (JSON.stringify(await store.get(key)) === JSON.stringify(value)) await store.delete(key)
      }
      const begun = (await transaction.objectStore(batches).get(batchKey())) as Batch | undefined
      if (begun?.id === batch.id) await transaction.objectStore(batches).delete(batchKey())
    }),
}

async function inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const transaction = (await openDatabase()).transaction([...recordKindNames, batches] as string[], 'readwrite')
  const result = await work(transaction)
  await transaction.done
  return result
}

async function heldIn(transaction: Transaction): Promise<HeldRecord[]> {
  const range = keyRange([accountId()])
  const found: HeldRecord[] = []
  for (const kind of recordKindNames) {
    const store = transaction.objectStore(kind)
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
    found.push(...keys.map((key, index): HeldRecord => ({ kind, ...placeAt(kind, key), value: values[index] as unknown })))
  }
  return found
}

/** The scope of the account comes first. */
const placeAt = (kind: RecordKind, key: IDBValidKey) => recordPlace(kind, (key as unknown[]).slice(1) as BrowserKey)

const batchKey = () => scopedKey([accountId(), 'batch'])

function accountId(): number {
  const session = getSession()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return session.account.id
}
