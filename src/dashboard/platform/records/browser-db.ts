import { openDB, type IDBPDatabase } from 'idb'
import { storageScope } from '#dashboard/platform/session/session.ts'

/**
 * What this browser keeps beyond drafts: work under way, earlier rounds of polls, templates, texts of announcements, notes,
 * the record of changes, what was learned of a service. It outlives a sign-out; every key starts with the signed-in account's scope, so no account sees another's. Everything shown from
 * here is labelled "kept in this browser".
 */

const stores = ['jobs', 'poll-rounds', 'poll-templates', 'poll-groups', 'post-texts', 'ban-notes', 'activity', 'service-profile'] as const
type StoreName = (typeof stores)[number]

/** Account id first; the rest says what it is within the account. */
export type BrowserKey = [accountId: number, ...rest: (number | string)[]]

let opened: Promise<IDBPDatabase> | undefined

function database(): Promise<IDBPDatabase> {
  opened ??= openDB('roomkeeper', 4, {
    upgrade(db, before) {
      // Version 1 told accounts apart by their number alone. Whose its data are cannot be found out any more, and nobody could see or clear them.
      // Version 2 kept what a service had shown of its sounds, which is a part of its profile now and is shown again by the next save.
      const kept: readonly string[] = before < 2 ? [] : stores
      for (const name of db.objectStoreNames) if (!kept.includes(name)) db.deleteObjectStore(name)
      for (const name of stores) if (!db.objectStoreNames.contains(name)) db.createObjectStore(name)
    },
    // A newer release in another tab wants to change the layout.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    terminated: () => (opened = undefined),
  })
  // A refusal (private windows, a full disk) may be over at the next attempt.
  opened.catch(() => (opened = undefined))
  return opened
}

const scoped = (key: BrowserKey) => [storageScope(), ...key]

/** An array sorts after every number and text. */
const under = (prefix: BrowserKey) => IDBKeyRange.bound(scoped(prefix), [...scoped(prefix), []])

/**
 * One store of this browser's database, as far as it is the signed-in account's. Rejects where the browser keeps nothing (private windows, a full
 * disk), and where nobody is signed in.
 */
export function browserStore<Value>(name: StoreName) {
  return {
    get: async (key: BrowserKey) => (await (await database()).get(name, scoped(key))) as Value | undefined,
    set: async (key: BrowserKey, value: Value) => void (await (await database()).put(name, value, scoped(key))),
    remove: async (key: BrowserKey) => (await database()).delete(name, scoped(key)),
    /** Reads and writes as one step, also against other tabs. Resolves to what is kept now; `undefined` from `next` keeps nothing. */
    change: async (key: BrowserKey, next: (value: Value | undefined) => Value | undefined): Promise<Value | undefined> => {
      const transaction = (await database()).transaction(name, 'readwrite')
      const value = next((await transaction.store.get(scoped(key))) as Value | undefined)
      await (value === undefined ? transaction.store.delete(scoped(key)) : transaction.store.put(value, scoped(key)))
      await transaction.done
      return value
    },
    /** Takes the first away, in the order of their keys, so that no more than `keep` are left. */
    trim: async (prefix: BrowserKey, keep: number) => {
      const range = under(prefix)
      const transaction = (await database()).transaction(name, 'readwrite')
      const extra = (await transaction.store.count(range)) - keep
      const last = extra > 0 ? (await transaction.store.getAllKeys(range, extra)).at(-1) : undefined
      if (last !== undefined) await transaction.store.delete(IDBKeyRange.bound(scoped(prefix), last))
      await transaction.done
    },
    /** Takes all away whose key starts so. */
    clear: async (prefix: BrowserKey) => (await database()).delete(name, under(prefix)),
    /** All whose key starts so, in the order of their keys. */
    within: async (prefix: BrowserKey): Promise<{ key: BrowserKey; value: Value }[]> => {
      const range = under(prefix)
      const store = (await database()).transaction(name).store
      const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
      return keys.map((key, index) => ({ key: (key as unknown[]).slice(1) as BrowserKey, value: values[index] as Value }))
    },
  }
}
