import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Clash } from '#dashboard/platform/saving/save-settings.ts'
import { ClashDialog as FieldClashDialog } from '#dashboard/platform/saving/ClashDialog.tsx'
import { Value } from './Change.tsx'
import { useStore } from '../form/store.ts'

interface ClashDialogProps {
  clashes: Clash[]
  /** The names for which mine wins; null saves nothing. */
  onChoose: (mine: SettingName[] | null) => void
}

/** Somebody else changed the same settings since they were loaded here. */
export function ClashDialog({ clashes, onChoose }: ClashDialogProps) {
  const { catalogue } = useStore()
  const shown = clashes.map(({ name, ...values }) => {
    const word = (which: keyof typeof values) => <Value name={name} value={values[which]} catalogue={catalogue} />
    return { name, label: setting(name).label, base: word('base'), mine: word('mine'), theirs: word('theirs') }
  })
  return <FieldClashDialog one="setting" clashes={shown} onChoose={onChoose} />
}
