import type { BannedRange } from '#contract/banned-ips.ts'
import { Failure } from '#contract/client.ts'
import { fromWire, type Range } from './ranges/range.ts'
import { readOnce } from '#dashboard/platform/chats/chat-scan.ts'
import { q, queryClient } from '#dashboard/platform/api/query.ts'

/** The ban lists of many chats, for scans. */
export const banLists = {
  key: (chatId: number) => q('banList', { params: { chatId } }).queryKey,
  read: (chatId: number) => queryClient.fetchQuery({ ...q('banList', { params: { chatId } }), ...readOnce }),
}

/** The answer of a ban list, or why there is none. */
export type Answer = { data: BannedRange[] } | Failure

const parsed = new WeakMap<BannedRange[], Range[]>()

/** The ranges of an answer, worked out once. */
export function rangesOf({ data }: { data: BannedRange[] }): Range[] {
  let ranges = parsed.get(data)
  if (!ranges) parsed.set(data, (ranges = data.flatMap((wire) => fromWire(wire) ?? [])))
  return ranges
}

/** The chats among these whose list bans the address. @param found by chat */
export function bannedIn<C extends { id: number }>(address: number, chats: readonly C[], found: ReadonlyMap<number, Answer>): C[] {
  return chats.filter(({ id }) => {
    const answer = found.get(id)
    return (
      answer !== undefined &&
      !(answer instanceof Failure) &&
      rangesOf(answer).some(({ first, last }) => first <= address && address <= last)
    )
  })
}
