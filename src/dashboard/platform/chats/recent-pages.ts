import { parseId } from '#dashboard/platform/to.ts'
import { keep, kept } from '#dashboard/platform/session/session.ts'

/** The pages that were looked at last. What was searched or opened on them does not make another page. */

const maxPages = 10
const pageOf = (path: string) => path.split('?')[0]!

// Up to 0.1.0 they were kept with their queries.
const visited = (): string[] => [...new Set((JSON.parse(kept('places') ?? '[]') as string[]).map(pageOf))]

/** Newest first, without the present one. */
export const recentPages = () => visited().slice(1)

export function rememberPage(path: string) {
  const page = pageOf(path)
  keep('places', JSON.stringify([page, ...visited().filter((other) => other !== page)].slice(0, maxPages + 1)))
}

/** The chats that were looked at last, newest first. */
export const recentChatIds = (): number[] => [...new Set(visited().flatMap((path) => parseId(path.split('/')[2]) ?? []))]
