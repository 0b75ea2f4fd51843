import { Checkbox } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import { doubtsIn, type Include } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

interface IncludeBoxesProps {
  judged: Judged[]
  include: Include
  onChange: (include: Include) => void
}

/** The entries that are banned only when they are checked, where there are any. */
export function IncludeBoxes({ judged, include, onChange }: IncludeBoxesProps) {
  const { wide, special, own, unclear } = doubtsIn(judged)
  const boxes = [
    { name: 'wide', found: wide, label: wide === 1 ? 'Include the very wide range' : `Include the ${count(wide)} very wide ranges` },
    {
      name: 'special',
      found: special,
      label: special === 1 ? 'Include the non-public one' : `Include the ${count(special)} non-public ones`,
    },
    { name: 'own', found: own, label: 'Include my own address' },
    {
      name: 'unclear',
      found: unclear,
      label: unclear === 1 ? 'Include the address beside other words' : `Include the ${count(unclear)} addresses beside other words`,
    },
  ] as const
  const shown = boxes.filter(({ found }) => found > 0)
  if (shown.length === 0) return null
  return (
    <div className="beside wrap gap-20">
      {shown.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={include[name]}
          onChange={(event) => onChange({ ...include, [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}
