import type { Decided, Hit } from '#contract/gateway/review.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'

/** Whether nobody has decided yet. A message that is decided to be deleted stays held until it is deleted. */
export const isOpen = ({ state, by }: Pick<Hit, 'state' | 'by'>) => (state === 'held' || state === 'marked') && by === ''

export type OwnOutcomes = ReadonlyMap<string, Decided['outcome']>

/** The outcome of all messages of an entry: "Kept by Tom"; if outcomes differ, the number of each. */
export function verdictOf(hits: readonly Hit[], own: OwnOutcomes): string {
  const counts = new Map<string, number>()
  for (const hit of hits) {
    const words = verdictOfHit(hit, own.get(hit.id))
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  const [first, ...others] = counts
  if (!first) return ''
  return others.length === 0 ? first[0] : [first, ...others].map(([words, many]) => `${count(many)}: ${words}`).join(' · ')
}

function verdictOfHit(hit: Hit, own: Decided['outcome'] | undefined): string {
  if (isOpen(hit)) return 'No longer waiting'
  const { state, by, at, note } = hit
  const isLate = own === 'tooLate'
  const person = own === 'done' ? '' : by
  switch (state) {
    case 'spared':
    case 'kept':
      return person === '' ? 'Kept' : `Kept by ${person}`
    case 'held':
      return person === '' ? 'Will be deleted' : `Will be deleted by ${person}`
    case 'deleting':
      if (isLate) return 'Too late: it is being deleted'
      return person === '' ? 'Being deleted' : `Being deleted by ${person}`
    case 'deleted':
      if (isLate) return `Too late: deleted at ${clock(at)}`
      return person === '' ? `Deleted at ${clock(at)}` : `Deleted by ${person} at ${clock(at)}`
    case 'gone':
      return isLate ? 'Too late: it no longer existed' : 'It no longer existed'
    case 'unknown':
      return 'It is not known yet whether it was deleted'
    case 'refused':
      return note === '' ? 'The service refused to delete it' : `The service refused to delete it: ${note}`
    case 'dropped':
      return 'Not deleted: the rule was stopped'
    case 'marked':
    case 'matched':
      return 'No longer waiting'
  }
}
