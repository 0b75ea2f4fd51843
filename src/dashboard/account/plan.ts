import type { Plan } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import { count, counted } from '../ui/numbers.ts'
import { textDateToSeconds } from '../ui/time.tsx'

/** What so many rooms more would make of the plan, in words. */
export function moreRooms({ rooms, usedRooms }: Plan, more: number): string {
  if (usedRooms === null) return 'the service does not say how many rooms are in use'
  const used = usedRooms + more
  if (rooms === null) return `${counted(used, 'room')}, and no limit is stated`
  const over = used - rooms
  return `${count(used)} of ${count(rooms)}, ${over > 0 ? `${count(over)} over` : over === 0 ? 'none left' : `${count(-over)} left`}`
}

/** The longest unused first; what was never used counts from its creation. */
export function byLastUse(chats: Chat[]): Chat[] {
  const usedAt = ({ lastUsed, createDate }: Chat) => textDateToSeconds(lastUsed) ?? createDate ?? 0
  return chats.toSorted((a, b) => usedAt(a) - usedAt(b))
}
