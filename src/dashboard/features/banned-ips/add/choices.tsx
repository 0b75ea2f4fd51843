import { Checkbox } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { behaviour } from '#dashboard/platform/service/known-service.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { Judged } from '../ranges/judge.ts'
import { doubtsIn, type EntryToBan } from './preview.ts'
import type { BanFieldsState } from './use-ban-form.ts'

/** What the box and the import ask and say about a text before its entries are banned. */

interface ChoiceProps {
  judged: Judged[]
  state: BanFieldsState
}

/** The entries that are banned only when they are checked, where there are any. */
export function IncludeBoxes({ judged, state: { fields, change } }: ChoiceProps) {
  const found = doubtsIn(judged)
  const label = (number: number, one: string, many: (all: string) => string) => `Include the ${number === 1 ? one : many(count(number))}`
  const labels = {
    wide: label(found.wide, 'very wide range', (all) => `${all} very wide ranges`),
    special: label(found.special, 'non-public one', (all) => `${all} non-public ones`),
    own: 'Include my own address',
    unclear: label(found.unclear, 'address beside other words', (all) => `${all} addresses beside other words`),
  }
  const shown = (['wide', 'special', 'own', 'unclear'] as const).filter((name) => found[name] > 0)
  if (shown.length === 0) return null
  return (
    <div className="beside wrap gap-20">
      {shown.map((name) => (
        <Checkbox
          key={name}
          label={labels[name]}
          checked={fields.include[name]}
          onChange={(event) => change({ include: { ...fields.include, [name]: event.currentTarget.checked } })}
        />
      ))}
    </div>
  )
}

/** How the service is known to handle overlapping ranges; undefined where it was not learned. */
export const useOverlapping = () => behaviour(useSuspenseQuery(catalogueQuery).data, 'overlappingBans')

/** A note before ranges are banned that overlap existing bans, on a service that does not list both. */
export function OverlapNote({ entries }: { entries: readonly EntryToBan[] }) {
  const known = useOverlapping()
  if (known === undefined || known === 'kept' || entries.every(({ judged }) => judged.verdict.kind !== 'overlaps')) return null
  return (
    <Banner>
      {known === 'refused'
        ? 'This service refuses ranges that overlap a banned one. Ban only the part that is not banned yet, or unban the other range first.'
        : 'This service merges ranges that overlap: it will list one range in place of both.'}
    </Banner>
  )
}

const readings = [
  { value: 'ask', label: 'Ask' },
  { value: 'range', label: 'A range' },
  { value: 'single', label: 'Two addresses' },
] as const

/** What two addresses on a line are, where a line has two that could be the start and the end of a range. */
export function PairChoice({ judged, state: { fields, change } }: ChoiceProps) {
  const name = useId()
  if (!judged.some(({ entry }) => entry.isPair)) return null
  return (
    <div className="row wrap gap-12">
      <span className="small">Two addresses on a line are</span>
      <Segments
        legend="Two addresses on a line are"
        name={name}
        choices={readings}
        value={fields.pairs}
        onChange={(pairs) => change({ pairs })}
      />
    </div>
  )
}
