import { Segments } from '#dashboard/ui/form/Segments.tsx'
import { setScheme, useScheme } from '#dashboard/ui/theme/scheme.ts'

const schemes = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'auto', label: 'As the system', icon: 'monitor' },
] as const

export const SchemeControl = () => (
  <Segments legend="Colour scheme" name="scheme" choices={schemes} value={useScheme()} onChange={setScheme} />
)
