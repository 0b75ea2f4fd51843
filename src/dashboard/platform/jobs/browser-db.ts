import { openDB, type IDBPDatabase } from 'idb'
import { storageScope } from '#dashboard/platform/session/session.ts'

/**
 * The IndexedDB database of this browser: jobs. It outlives a sign-out. Every key starts with the scope of the signed-in account, so that no account
 * sees another's data.
 * Everything displayed from this database is labelled “kept in this browser”.
 */

const stores = ['jobs'] as const
type StoreName = (typeof stores)[number]

/** The account ID comes first; the rest identifies the entry within the account. */
export type BrowserKey = [accountId: number, ...rest: (number | string)[]]

/** Opening takes milliseconds, but waits for as long as another page has the database half created or upgraded. */
const openTimeoutMs = 10_000

let opened: Promise<IDBPDatabase> | undefined

/** Rejects if the browser cannot store data, or the database does not open in time. The next call tries again. */
export function openDatabase(): Promise<IDBPDatabase> {
  opened ??= new Promise((resolve, reject) => {
    setTimeout(reject, openTimeoutMs, new Error('The database did not open in time'))
    open().then(resolve, reject)
  })
  // The cause of a rejection (a private window, a full disk) may be gone at the next attempt.
  opened.catch(() => (opened = undefined))
  return opened
}

const open = () =>
  openDB('roomkeeper', 8, {
    upgrade(db) {
      for (const name of db.objectStoreNames) if (!stores.some((kept) => kept === name)) db.deleteObjectStore(name)
      for (const name of stores) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name)
    },
    // A newer release in another tab needs to upgrade the database.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opened = undefined),
  })

/** The key under which an entry of the signed-in account is stored. */
const scopedKey = (key: BrowserKey) => [storageScope(), ...key]

/** Of all entries whose key starts with the prefix: IndexedDB sorts an array after every number and every string. */
const keyRange = (prefix: BrowserKey) => IDBKeyRange.bound(scopedKey(prefix), [...scopedKey(prefix), []])

/**
 * One object store of this database, limited to the signed-in account. Rejects if the browser cannot store data (a private window, a full disk) or
 * nobody is signed in.
 */
export function browserStore<Value>(name: StoreName) {
  return {
    get: async (key: BrowserKey) => (await (await openDatabase()).get(name, scopedKey(key))) as Value | undefined,
    set: async (key: BrowserKey, value: Value) => void (await (await openDatabase()).put(name, value, scopedKey(key))),
    remove: async (key: BrowserKey) => (await openDatabase()).delete(name, scopedKey(key)),
    /**
     * Reads and writes in one transaction, so that other tabs cannot write in between. Resolves to the stored value; `undefined` from `next` deletes
     * the entry.
     */
    change: async (key: BrowserKey, next: (value: Value | undefined) => Value | undefined): Promise<Value | undefined> => {
      const transaction = (await openDatabase()).transaction(name, 'readwrite')
      const value = next((await transaction.store.get(scopedKey(key))) as Value | undefined)
      await (value === undefined ? transaction.store.delete(scopedKey(key)) : transaction.store.put(value, scopedKey(key)))
      await transaction.done
      return value
    },
    /** Deletes all entries whose key starts with the prefix. */
    clear: async (prefix: BrowserKey) => (await openDatabase()).delete(name, keyRange(prefix)),
    /** Returns all entries whose key starts with the prefix, in key order. */
    within: async (prefix: BrowserKey): Promise<{ key: BrowserKey; value: Value }[]> => {
      const range = keyRange(prefix)
      const store = (await openDatabase()).transaction(name).store
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
      return keys.map((key, index) => ({ key: (key as unknown[]).slice(1) as BrowserKey, value: values[index] as Value }))
    },
  }
}
