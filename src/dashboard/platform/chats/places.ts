import { parseId } from '#dashboard/platform/to.ts'
import { keep, kept } from '#dashboard/platform/session/session.ts'

/** The pages that were looked at last. What was searched or opened on them is not a place of its own. */

const maxPlaces = 10
const pageOf = (path: string) => path.split('?')[0]!

// Up to 0.1.0 they were kept with their queries.
const places = (): string[] => [...new Set((JSON.parse(kept('places') ?? '[]') as string[]).map(pageOf))]

/** Newest first, without the present one. */
export const lastPlaces = () => places().slice(1)

export function rememberPlace(path: string) {
  const page = pageOf(path)
  keep('places', JSON.stringify([page, ...places().filter((other) => other !== page)].slice(0, maxPlaces + 1)))
}

/** The chats that were looked at last, newest first. */
export const recentChatIds = (): number[] => [...new Set(places().flatMap((path) => parseId(path.split('/')[2]) ?? []))]
