import { Button } from '#dashboard/ui/form/Button.tsx'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { isUnnamedSound, setting, type Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Saving } from '#dashboard/platform/saving/use-saving.ts'
import { type Catalogue, soundLabel } from '#dashboard/platform/service/catalogue.ts'
import type { NotKept } from '#engine/saving/three-way.ts'
import { useStore } from './form/store.ts'
import type { LeftOut } from './use-page-saving.ts'
import { HiddenAtRisk, SoundsAtRisk } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** The dialogs of a save of settings. Without its name a sound cannot be written at all, and a guess would be another sound. */
export function SettingsSaveDialogs({ saving }: { saving: Saving<Settings> }) {
  const { catalogue, goTo } = useStore()
  const choose = (name: SettingName) => {
    saving.dismiss(name)
    goTo(name)
  }
  return (
    <SaveDialogs
      saving={saving}
      texts={settingTexts(catalogue)}
      note={(one) => unconfirmed(catalogue, one)}
      instead={({ name, intended }) =>
        isUnnamedSound(name, intended) ? (
          <>
            <span>{soundLabel(catalogue, intended as number)} has no confirmed name, so it cannot be sent.</span>
            <Button size="xs" onClick={() => choose(name)}>
              Choose a sound
            </Button>
          </>
        ) : null
      }
    />
  )
}

/** A name was sent and a number came back, which does not say what became of the name. */
function unconfirmed(catalogue: Catalogue, { name, intended, kept }: NotKept<Settings>) {
  if (!isUnnamedSound(name, kept) || typeof intended !== 'string') return null
  const sound = soundLabel(catalogue, kept as number)
  return (
    <span>
      {serviceNameFirst()} may have ignored “{intended}”, or {sound} is that sound. To find out, choose another sound and then this one
      again.
    </span>
  )
}

const settingTexts = (catalogue: Catalogue): FieldTexts<Settings> => ({
  label: (name) => setting(name).label,
  words: (name, value) => settingInWords(name, value, catalogue),
})

interface LeftOutDialogProps extends LeftOut {
  onAnswer: (save: boolean) => void
}

/** Before a save that must leave settings out and was not reviewed: nothing was sent yet. */
export function LeftOutDialog({ names, hidden, values, onAnswer }: LeftOutDialogProps) {
  const { catalogue } = useStore()
  return (
    <FormDialog
      cancel="Back to editing"
      submit="Save"
      onClose={() => onAnswer(false)}
      onSubmit={() => onAnswer(true)}
      title={
        hidden.length === 0
          ? plural(names.length, 'Save without {count} sound?', 'Save without {count} sounds?')
          : plural(names.length + hidden.length, 'Save without {count} setting?', 'Save without {count} settings?')
      }
      size={560}
    >
      <SoundsAtRisk names={names} values={values} catalogue={catalogue} />
      <HiddenAtRisk names={hidden} catalogue={catalogue} />
    </FormDialog>
  )
}
