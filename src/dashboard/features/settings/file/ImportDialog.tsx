import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { asSentence } from '#dashboard/ui/form/form-errors.tsx'
import { Change } from '../saving/Change.tsx'
import classes from '../saving/Change.module.css'
import type { SettingsFile } from './settings-file.ts'
import { edit, useStore } from '../form/store.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

/** What a settings file would change here. Importing makes edits; nothing is sent. */
export function ImportDialog({ file, onClose }: { file: SettingsFile; onClose: () => void }) {
  const { form, catalogue } = useStore()
  const [values] = useState(() => ({ ...form.getValues() }))
  const different = settingNames.filter((name) => file.values[name] !== undefined && file.values[name] !== values[name])
  // A file is mostly of another chat, whose name this one should not get.
  const [skipped, setSkipped] = useState<ReadonlySet<SettingName>>(new Set(['name']))
  const imported = different.filter((name) => !skipped.has(name))

  function importValues() {
    for (const name of imported) {
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
            <b>{plural(file.unknown.length, '{count} unknown name was ignored:', '{count} unknown names were ignored:')}</b>{' '}
            <span className="outside">{listed(file.unknown.slice(0, 10))}</span>
          </Banner>
        )}
        {file.problems.map(({ name, message }) => (
          <Banner key={name} tone="bad">
            <b>{setting(name).label}:</b> {asSentence(message)}. It was skipped.
          </Banner>
        ))}
        {different.length === 0 ? (
          <div>All other settings in the file match this chat.</div>
        ) : (
          <ul className={classes.list}>
            {different.map((name) => (
              <li key={name} className={classes.line} data-long={['longText', 'words'].includes(setting(name).control.kind) || undefined}>
                <Checkbox
                  aria-label={`Import: ${setting(name).label}`}
                  checked={!skipped.has(name)}
                  onChange={() =>
                    setSkipped(new Set(skipped.has(name) ? [...skipped].filter((other) => other !== name) : [...skipped, name]))
                  }
                />
                <span>
                  {setting(name).label}
                  {name === 'name' && skipped.has(name) && (
                    <span className="help block">Not selected, because it would rename this chat.</span>
                  )}
                </span>
                <Change name={name} before={values[name]} after={file.values[name] ?? ''} catalogue={catalogue} />
              </li>
            ))}
          </ul>
        )}
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          {imported.length > 0 && (
            <Button variant="filled" onClick={importValues}>
              {plural(imported.length, 'Import {count} change', 'Import {count} changes')}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
