import { usePresetsOn } from '#dashboard/platform/presets/presets-on.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'

/** Beside the page of presets in the navigation: how many are on. It sends no request; the band does. */
export function PresetsNote() {
  const on = usePresetsOn().length
  if (on === 0) return null
  return (
    <span className="inline-row warn medium">
      <Icon name="shield" size={12} /> {plural(on, '{count} on', '{count} on')}
    </span>
  )
}
