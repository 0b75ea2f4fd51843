import type { BannedRange } from '#contract/banned-ips.ts'
import { Failure } from '#contract/client.ts'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { wholeList } from '#dashboard/platform/api/whole-list.ts'
import { fromWire, type IpRange } from '#engine/bans/range.ts'
import { planTidy } from '#engine/bans/tidy.ts'
import { readOnce } from '#dashboard/platform/chats/chat-scan.ts'
import { memoize } from '#dashboard/platform/memoize.ts'

/** The ban lists of many chats, for scans. */
export const banLists = {
  key: (chatId: number) => endpointQuery('banList', { params: { chatId } }).queryKey,
  // What one list lacks is copied to it: it must be whole.
  read: async (chatId: number) =>
    wholeList(await queryClient.fetchQuery({ ...endpointQuery('banList', { params: { chatId } }), ...readOnce })),
}

export type BanListAnswer = { data: BannedRange[] } | Failure

const parsed = memoize((list: BannedRange[]): IpRange[] => list.flatMap((wire) => fromWire(wire) ?? []))

export const rangesOf = ({ data }: { data: BannedRange[] }): IpRange[] => parsed(data)

/** The chats among these whose list bans the address. @param found by chat */
export function bannedIn<C extends { id: number }>(address: number, chats: readonly C[], found: ReadonlyMap<number, BanListAnswer>): C[] {
  return chats.filter(({ id }) => {
    const answer = found.get(id)
    return (
      answer !== undefined &&
      !(answer instanceof Failure) &&
      rangesOf(answer).some(({ first, last }) => first <= address && address <= last)
    )
  })
}

/** How many entries a list of bans has, and how many fewer would ban the same addresses. */
export interface ShorterList {
  entries: number
  fewer: number
}

/** null where the list cannot be shortened. */
export function shorterList(banned: BannedRange[]): ShorterList | null {
  const { proof } = planTidy(parsed(banned), { mergeAdjacent: true, mergeOverlapping: true })
  const fewer = proof.entriesBefore - proof.entriesAfter
  return fewer > 0 ? { entries: proof.entriesBefore, fewer } : null
}
