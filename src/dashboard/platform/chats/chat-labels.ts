import { createStore } from '#dashboard/ui/store.ts'

/** The labels of each chat that has some, by its id. They are records: the service has no field for them. */
export type ChatLabels = ReadonlyMap<number, readonly string[]>

/** Read after the first rows, which nobody should wait for longer because of them (read-labels.ts). */
export const chatLabels = createStore<ChatLabels>(new Map())

/** The chats that come first in the list, for everybody in the account. They come with the labels. */
export const pinnedChats = createStore<ReadonlySet<number>>(new Set())
