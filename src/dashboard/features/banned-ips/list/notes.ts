import { queryOptions, useQuery } from '@tanstack/react-query'
import { browserStore } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { useSession } from '#dashboard/platform/session/session.ts'
import { keyOf, type IpRange } from '../ranges/range.ts'

/** What this browser stores about an entry; the service has no field for it. */
export interface BanNote {
  note: string
  /** YYYY-MM-DD, '' for never. */
  reviewOn: string
}

const store = browserStore<BanNote>('ban-notes')
export type Notes = ReadonlyMap<string, BanNote>
const none: Notes = new Map()

const notesQuery = (accountId: number, chatId: number) =>
  queryOptions({
    queryKey: ['ban notes', accountId, chatId] as const,
    queryFn: async (): Promise<Notes> =>
      new Map((await store.within([accountId, chatId])).map(({ key, value }) => [`${key[2]}-${key[3]}`, value])),
    retry: false,
  })

/** The notes of one chat by `keyOf`, and a way to change them. Empty where this browser cannot store anything. */
export function useNotes(chatId: number) {
  const accountId = useSession().account.id
  const notes = useQuery(notesQuery(accountId, chatId)).data ?? none
  /** Rejects where this browser cannot store anything. A note without text and date is removed. */
  async function keep(changes: { range: IpRange; note: BanNote }[]) {
    for (const { range, note } of changes) {
      const key = [accountId, chatId, range.first, range.last] as [number, number, number, number]
      await (note.note.trim() || note.reviewOn ? store.set(key, note) : store.remove(key))
    }
    await queryClient.invalidateQueries({ queryKey: ['ban notes'] })
  }
  return { notes, keep }
}

export const noteOf = (notes: Notes, range: IpRange): BanNote | undefined => notes.get(keyOf(range))

/** Local, as the date fields are. @param at milliseconds */
export const dateOf = (at: number): string => {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

export const isReviewDue = (note: BanNote | undefined, today: string): boolean => Boolean(note?.reviewOn) && note!.reviewOn <= today
