import { createStore } from '#dashboard/ui/store.ts'

/** When the messages were written that this page deleted, for the strip of activity: chat to seconds. */
export const removedTimes = createStore<ReadonlyMap<number, readonly number[]>>(new Map())

export function noteRemoved(chatId: number, times: readonly number[]) {
  const before = removedTimes.get()
  removedTimes.set(new Map(before).set(chatId, [...(before.get(chatId) ?? []), ...times]))
}
