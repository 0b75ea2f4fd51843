import type { AnyIconName } from '#dashboard/ui/theme/more-icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { Judged, Warning } from '../ranges/judge.ts'
import type { SpecialBlock } from '../ranges/special-blocks.ts'
import { isSame, type Range } from '../ranges/range.ts'
import { nameOf } from '../read.ts'

/** What a text would do, in words, and what of it is to be banned. */

/** What is only banned when somebody says so. */
export interface Include {
  wide: boolean
  special: boolean
  own: boolean
}
export const nothingMore: Include = { wide: false, special: false, own: false }

type Doubt = keyof Include

/** Why an entry wants a second look; null where it does not. */
export function doubtOf({ warnings }: Judged): Doubt | null {
  if (warnings.some(({ kind }) => kind === 'own')) return 'own'
  if (warnings.some(({ kind }) => kind === 'wide')) return 'wide'
  return warnings.some(isWhole) ? 'special' : null
}

const isWhole = (warning: Warning): warning is Warning & { kind: 'special' } => warning.kind === 'special' && warning.whole

/** Whether it bans anything that is not banned yet. */
export const isFresh = ({ verdict }: Judged) => verdict.kind === 'new' || verdict.kind === 'overlaps'

export interface Taken {
  range: Range
  judged: Judged
}

/** What is banned when the button is pressed. */
export const takenOf = (judged: readonly Judged[], include: Include): Taken[] =>
  judged.flatMap((one) => {
    const doubt = doubtOf(one)
    return isFresh(one) && 'range' in one.entry && (doubt === null || include[doubt]) ? [{ range: one.entry.range, judged: one }] : []
  })

/** How many of them overlap what is banned already. */
export const overlapping = (taken: readonly Taken[]): number => taken.filter(({ judged }) => judged.verdict.kind === 'overlaps').length

/** How many fresh entries there are of each doubt. */
export function doubtsIn(judged: readonly Judged[]): Record<Doubt, number> {
  const found = { wide: 0, special: 0, own: 0 }
  for (const one of judged) {
    const doubt = doubtOf(one)
    if (doubt && isFresh(one)) found[doubt]++
  }
  return found
}

export interface Words {
  tone: 'ok' | 'quiet' | 'warn' | 'bad'
  icon: AnyIconName
  label: string
  detail: string
}

const specialLabels: Record<SpecialBlock['kind'], string> = {
  private: 'Private',
  loopback: 'Loopback',
  linkLocal: 'Link-local',
  carrierNat: 'Carrier NAT',
  multicast: 'Multicast',
  documentation: 'Examples',
  reserved: 'Reserved',
}

const addresses = (size: number) => counted(size, 'address', 'addresses')

export function wordsOf(judged: Judged): Words {
  const { entry, size, verdict, warnings } = judged
  const bare = 'error' in entry ? entry.error : ''
  if (verdict.kind === 'invalid') return { tone: 'bad', icon: 'x', label: 'Invalid', detail: bare + suggestionOf(judged) }
  if (verdict.kind === 'covered') return { tone: 'quiet', icon: 'check', label: 'Covered', detail: coveredBy(entry, verdict) }
  if (verdict.kind === 'duplicate')
    return { tone: 'quiet', icon: 'repeat', label: 'Twice', detail: `with ${verdict.of.text}, line ${verdict.of.line}` }
  switch (doubtOf(judged)) {
    case 'own':
      return { tone: 'bad', icon: 'warning', label: 'Your own', detail: 'holds the address you come from' }
    case 'wide':
      return { tone: 'warn', icon: 'warning', label: 'Very wide', detail: addresses(size) }
    case 'special': {
      const block = warnings.find(isWhole)!.block
      return { tone: 'warn', icon: 'warning', label: specialLabels[block.kind], detail: 'reaches nobody' }
    }
    case null:
  }
  return verdict.kind === 'new'
    ? { tone: 'ok', icon: 'plus', label: 'New', detail: addresses(size) }
    : { tone: 'warn', icon: 'merge', label: 'Overlaps', detail: `${count(verdict.fresh)} of ${count(size)} new` }
}

const coveredBy = (entry: Judged['entry'], { by, count: all }: { by: Range[]; count: number }) =>
  'range' in entry && by.some((range) => isSame(range, entry.range)) ? 'in the list already' : `in ${someOf(by, all)}`

const someOf = (ranges: Range[], all: number) => `${nameOf(ranges[0]!)}${all > 1 ? ` and ${count(all - 1)} more` : ''}`

const suggestionOf = ({ entry }: Judged) => ('error' in entry && entry.suggestion ? ` Did you mean ${entry.suggestion}?` : '')

/** The entries of one line as one: what wants to be seen first. */
export function lineWords(entries: readonly Judged[]): Words | null {
  const words = entries.map(wordsOf)
  const order = ['bad', 'warn', 'ok', 'quiet']
  const first = words.toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone))[0]
  if (!first) return null
  return words.length === 1 ? first : { ...first, detail: `${count(words.length)} on this line` }
}
