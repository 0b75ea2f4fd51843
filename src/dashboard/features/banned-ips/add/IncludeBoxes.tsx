import { Checkbox } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import { doubtsIn, type Include } from './preview.ts'
import type { Judged } from '../ranges/judge.ts'

interface IncludeBoxesProps {
  judged: Judged[]
  include: Include
  onChange: (include: Include) => void
}

/** What is only banned when somebody ticks it, where there is any. */
export function IncludeBoxes({ judged, include, onChange }: IncludeBoxesProps) {
  const { wide, special, own } = doubtsIn(judged)
  const boxes = [
    { name: 'wide', found: wide, label: wide === 1 ? 'Also the very wide range' : `Also the ${count(wide)} very wide ranges` },
    {
      name: 'special',
      found: special,
      label: special === 1 ? 'Also the one that reaches nobody' : `Also the ${count(special)} that reach nobody`,
    },
    { name: 'own', found: own, label: 'Also my own address' },
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
