import type { Review } from '#contract/workspace/review.ts'
import { count, listed } from '#dashboard/ui/format/numbers.ts'

type People = Review['people']

/** "Ana and Tom are here", or ''. */
export const hereWords = (people: People) => words(people, 'is here', 'are here')

/** The people who look at one of these messages: "Tom is looking", or ''. */
export const lookingWords = (people: People, ids: ReadonlySet<string>) =>
  words(
    people.filter(({ hitId }) => hitId !== null && ids.has(hitId)),
    'is looking',
    'are looking',
  )

const maxListed = 3

function words(people: People, one: string, several: string): string {
  if (people.length === 0) return ''
  const names = people.slice(0, maxListed).map(({ name }) => name)
  const others = people.length - names.length
  return `${listed(others > 0 ? [...names, count(others)] : names)} ${people.length === 1 ? one : several}`
}
