import { Segments } from '#dashboard/ui/form/Segments.tsx'
import type { Pairs } from '../paste/pasted.ts'
import type { Judged } from '../ranges/judge.ts'

const choices = [
  { value: 'ask', label: 'Ask' },
  { value: 'range', label: 'A range' },
  { value: 'single', label: 'Two addresses' },
] as const

interface PairChoiceProps {
  judged: Judged[]
  /** Of its radio buttons. */
  name: string
  pairs: Pairs
  onChange: (pairs: Pairs) => void
}

/** What two addresses on a line are, where a line has two that could be the start and the end of a range. */
export function PairChoice({ judged, name, pairs, onChange }: PairChoiceProps) {
  if (!judged.some(({ entry }) => entry.isPair)) return null
  return (
    <div className="row wrap gap-12">
      <span className="small">Two addresses on a line are</span>
      <Segments legend="Two addresses on a line are" name={name} choices={choices} value={pairs} onChange={onChange} />
    </div>
  )
}
