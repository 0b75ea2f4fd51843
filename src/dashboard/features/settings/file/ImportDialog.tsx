import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { Change } from '../saving/Change.tsx'
import classes from '../saving/Change.module.css'
import type { SettingsFile } from './settings-file.ts'
import { edit, useStore } from '../form/store.ts'

/** What a settings file would change here. Taking it over makes edits; nothing is sent. */
export function ImportDialog({ file, onClose }: { file: SettingsFile; onClose: () => void }) {
  const { form, catalogue } = useStore()
  const [values] = useState(() => ({ ...form.getValues() }))
  const different = settingNames.filter((name) => file.values[name] !== undefined && file.values[name] !== values[name])
  // A file is mostly of another chat, whose name this one should not get.
  const [left, setLeft] = useState<ReadonlySet<SettingName>>(new Set(['name']))
  const taken = different.filter((name) => !left.has(name))

  function take() {
    for (const name of taken) {
      const value = file.values[name]
      if (value !== undefined) edit(form, name, value)
    }
    onClose()
  }

  return (
    <Modal opened onClose={onClose} title="Import settings" size={560}>
      <Stack gap="lg">
        {file.unknown.length > 0 && (
          <Banner>
            <b>{counted(file.unknown.length, 'name is', 'names are')} not known and ignored:</b>{' '}
            <span className="outside">{listed(file.unknown.slice(0, 10))}</span>
          </Banner>
        )}
        {file.problems.map(({ name, message }) => (
          <Banner key={name} tone="bad">
            <b>{setting(name).label}</b> {message}. It is left out.
          </Banner>
        ))}
        {different.length === 0 ? (
          <div>Everything else in the file is as it is here already.</div>
        ) : (
          <ul className={classes.list}>
            {different.map((name) => (
              <li key={name} className={classes.line} data-long={['longText', 'words'].includes(setting(name).control.kind) || undefined}>
                <Checkbox
                  aria-label={`Take: ${setting(name).label}`}
                  checked={!left.has(name)}
                  onChange={() => setLeft(new Set(left.has(name) ? [...left].filter((other) => other !== name) : [...left, name]))}
                />
                <span>
                  {setting(name).label}
                  {name === 'name' && left.has(name) && (
                    <span className="help block">Not selected, because it would rename this chat.</span>
                  )}
                </span>
                <Change name={name} before={values[name]} after={file.values[name] ?? ''} catalogue={catalogue} />
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          {taken.length > 0 && (
            <Button variant="filled" onClick={take}>
              Take over {counted(taken.length, 'change')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
