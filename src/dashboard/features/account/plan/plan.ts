import type { Plan } from '#contract/account.ts'
import { serviceName } from '#contract/provider-names.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** What so many chats more would make of the plan, in words. */
export function moreRooms({ rooms, usedRooms }: Plan, more: number): string {
  if (usedRooms === null) return `${serviceName()} does not say how many chats are in use`
  const used = usedRooms + more
  if (rooms === null) return `${counted(used, 'chat')}, and no limit is stated`
  const over = used - rooms
  return `${count(used)} of ${count(rooms)}, ${over > 0 ? `${count(over)} over` : over === 0 ? 'none left' : `${count(-over)} left`}`
}
