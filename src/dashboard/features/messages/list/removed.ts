import { createStore } from '#dashboard/ui/store.ts'

/** The times of the messages deleted on this page, in seconds by chat id, for the activity strip. */
export const removedTimes = createStore<ReadonlyMap<number, readonly number[]>>(new Map())

export function noteRemoved(chatId: number, times: readonly number[]) {
  const before = removedTimes.get()
  removedTimes.set(new Map(before).set(chatId, [...(before.get(chatId) ?? []), ...times]))
}
