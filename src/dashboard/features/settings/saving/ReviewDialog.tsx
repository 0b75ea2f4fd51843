import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { atRisk } from '#dashboard/platform/service/known-sounds.ts'
import { isTrimmedByService } from '#dashboard/platform/service/service-profile.ts'
import { SoundsAtRisk } from '#dashboard/platform/service/SoundsAtRisk.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { Change } from './Change.tsx'
import classes from './Change.module.css'
import { dangers } from '#dashboard/platform/saving/dangers.ts'
import { asSettings, editedNames, useStore, type Values } from '../form/store.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface ReviewDialogProps {
  values: Values
  currency: string
  onSave: (names: SettingName[]) => void
  onClose: () => void
}

/** What will be sent, with the old and the new values. Each change can be left out; a dangerous one needs a consent of its own. */
export function ReviewDialog({ values, currency, onSave, onClose }: ReviewDialogProps) {
  const { base, catalogue } = useStore()
  const names = editedNames(base, values)
  const [chosen, setChosen] = useState<ReadonlySet<SettingName>>(new Set(names))
  const [consents, setConsents] = useState<ReadonlySet<string>>(new Set())
  const kept = names.filter((name) => chosen.has(name))
  const after = asSettings({ ...base, ...Object.fromEntries(kept.map((name) => [name, values[name]])) })
  const risky = dangers(base, after, { currency })
  const ready = kept.length > 0 && risky.every(({ setting: name }) => consents.has(name))
  const toggled = <T,>(set: ReadonlySet<T>, item: T) => new Set(set.has(item) ? [...set].filter((other) => other !== item) : [...set, item])

  return (
    <Modal opened onClose={onClose} title={plural(names.length, 'Review {count} change', 'Review {count} changes')} size={560}>
      <Stack gap="lg">
        {risky.map(({ setting: name, title }) => (
          <Banner key={name}>
            <b>{title}</b>
          </Banner>
        ))}
        <SpacesRemoved names={kept.filter((name) => isTrimmedByService(catalogue, name, values[name]))} />
        <SoundsAtRisk names={atRisk(catalogue, after)} values={after} catalogue={catalogue} />
        <ul className={classes.list}>
          {names.map((name) => {
            const { label, control } = setting(name)
            return (
              <li key={name} className={classes.line} data-long={['longText', 'words'].includes(control.kind) || undefined}>
                <Checkbox checked={chosen.has(name)} onChange={() => setChosen(toggled(chosen, name))} aria-label={`Save: ${label}`} />
                <span>{label}</span>
                <Change name={name} before={base[name]} after={values[name]} catalogue={catalogue} />
              </li>
            )
          })}
        </ul>
        {risky.map(({ setting: name, consent }) => (
          <Checkbox key={name} label={consent} checked={consents.has(name)} onChange={() => setConsents(toggled(consents, name))} />
        ))}
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            Back to editing
          </Button>
          <Button
            variant="filled"
            onClick={() => ready && onSave(kept)}
            {...(ready ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {plural(kept.length, 'Save {count} change', 'Save {count} changes')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

/** The service is known to remove the spaces at the ends of these texts. */
function SpacesRemoved({ names }: { names: SettingName[] }) {
  if (names.length === 0) return null
  return (
    <Banner>
      <b>Leading and trailing spaces will be removed.</b> This service does not keep them:{' '}
      {listed(names.map((name) => setting(name).label))}.
    </Banner>
  )
}
