import { parseId } from '#dashboard/platform/to.ts'
import { storeText, storedText } from '#dashboard/platform/session/session-state.ts'

const maxRecentPages = 10
const pageOf = (path: string) => path.split('?')[0]!

// Releases up to 0.1.0 stored the pages with their queries.
const storedPages = (): string[] => [...new Set((JSON.parse(storedText('places') ?? '[]') as string[]).map(pageOf))]

/** Returns the recent pages, newest first, without the current one. */
export const recentPages = () => storedPages().slice(1)

export function rememberPage(path: string) {
  const page = pageOf(path)
  storeText('places', JSON.stringify([page, ...storedPages().filter((other) => other !== page)].slice(0, maxRecentPages + 1)))
}

/** Returns the last segment of the path of the page of a chat that was opened last; undefined before there was one. */
export const recentTab = (): string | undefined => storedPages().flatMap((path) => /^\/chats\/\d+\/([\w-]+)$/.exec(path)?.[1] ?? [])[0]

/** Returns the IDs of the chats that were opened last, newest first. */
export const recentChatIds = (): number[] => [...new Set(storedPages().flatMap((path) => parseId(path.split('/')[2]) ?? []))]
