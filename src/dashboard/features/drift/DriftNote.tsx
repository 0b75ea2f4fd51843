import { useDriftCount } from '#dashboard/platform/drift/drift-count.ts'
import { countUpTo } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** Beside the page in the navigation: the severe changes, or all where none is severe. */
export function DriftNote() {
  const found = useDriftCount()
  if (!found || found.open === 0) return null
  const isSevere = found.severe > 0
  return (
    <span className={`inline-row medium ${isSevere ? 'warn' : ''}`}>
      {isSevere && <Icon name="warning" size={12} />} {countUpTo(isSevere ? found.severe : found.open)}
      <span className="visually-hidden">{isSevere ? ' severe' : ' to decide'}</span>
    </span>
  )
}
