import { Failure } from '#contract/client.ts'
import { recordKind, type RecordKind, type RecordValue } from '#contract/workspace/record-kinds.ts'
import { getSession } from '#dashboard/platform/session/session.ts'
import { browserStore, type BrowserKey } from './browser-db.ts'
import { staleFailure, type RecordBackend, type RecordEntry, type StaleEntry } from './record-entry.ts'

/** Records in this browser's own database, where the page is hosted without a gateway. */
export const browserRecords: RecordBackend = {
  list: (kind, chatId) =>
    stored(async () => {
      const store = browserStore<RecordValue<typeof kind>>(kind)
      return (await store.within(keyOf(chatId === undefined ? [] : [chatId]))).map(({ key, value }) => entryAt(kind, key, value))
    }),
  write: async (kind, changes) => {
    const store = browserStore<RecordValue<typeof kind>>(kind)
    const stale: StaleEntry<typeof kind>[] = []
    for (const [index, { chatId, key, before, value }] of changes.entries()) {
      const place = browserKey({ chatId, key })
      await stored(() =>
        store.change(place, (kept) => {
          if (isSame(kept, before?.value) || isSame(kept, value ?? undefined)) return value ?? undefined
          stale.push({ index, stored: kept === undefined ? null : entryAt(kind, place, kept) })
          return kept
        }),
      )
    }
    if (stale.length > 0) throw staleFailure(stale)
    return changes.map(({ chatId, key, value }) => (value === null ? null : entryAt(kind, browserKey({ chatId, key }), value)))
  },
}

/** The place of an entry of this browser's database among records. */
export function recordPlace(kind: RecordKind, [, ...rest]: BrowserKey): { chatId: number | null; key: string } {
  const chatId = recordKind(kind).scope === 'chat' ? Number(rest[0]) : null
  return { chatId, key: rest.slice(chatId === null ? 0 : 1).join('-') }
}

/** The other way round. */
export const browserKey = ({ chatId, key }: { chatId: number | null; key: string }): BrowserKey =>
  keyOf([...(chatId === null ? [] : [chatId]), ...partsOf(key)])

const entryAt = <K extends RecordKind>(kind: K, key: BrowserKey, value: RecordValue<K>): RecordEntry<K> => ({
  ...recordPlace(kind, key),
  value,
  version: 0,
  changedAt: 0,
  changedBy: '',
})

/** Numbers are stored as such, as IndexedDB sorts by them. */
const partsOf = (key: string) => key.split('-').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part))

function keyOf(rest: (number | string)[]): BrowserKey {
  const session = getSession()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return [session.account.id, ...rest]
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const stored = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    throw new Failure('refused', { advice: 'This browser cannot store anything: the window is private, or the disk is full.', cause })
  })
