import { useState } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { asSentence } from '#dashboard/ui/form/form-errors.tsx'
import type { SettingsFile } from './settings-file.ts'
import { edit, useStore } from '../form/store.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

/** What a settings file would change here. Importing makes edits; nothing is sent. */
export function ImportDialog({ file, onClose }: { file: SettingsFile; onClose: () => void }) {
  const { form, catalogue } = useStore()
  const [values] = useState(() => ({ ...form.getValues() }))
  const different = settingNames.filter((name) => file.values[name] !== undefined && file.values[name] !== values[name])
  // A file is mostly of another chat, whose name this one should not get.
  const [skipped, setSkipped] = useState<ReadonlySet<SettingName>>(new Set(['name']))
  const imported = different.filter((name) => !skipped.has(name))

  const rows = different.map((name) => ({
    ...settingRow(name, values[name], file.values[name] ?? '', catalogue),
    state: 'will' as const,
  }))

  function importValues() {
    for (const name of imported) {
      const value = file.values[name]
      if (value !== undefined) edit(form, name, value)
    }
    onClose()
  }

  return (
    <FormDialog
      title="Import settings"
      size={680}
      submit={plural(imported.length, 'Import {count} change', 'Import {count} changes')}
      blocked={imported.length === 0}
      onClose={onClose}
      onSubmit={importValues}
    >
      {file.unknown.length > 0 && (
        <Banner>
          <b>{plural(file.unknown.length, '{count} unknown name was ignored:', '{count} unknown names were ignored:')}</b>{' '}
          <span className="outside">{listed(file.unknown, maxNamed)}</span>
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
        <ChangeTable
          label="What the file changes"
          groups={[{ key: 'all', rows }]}
          columns={{ place: null, before: 'Now', after: 'In the file', state: null, actions: 0 }}
          choice={{
            label: ({ label }) => `Import: ${label}`,
            isChosen: ({ name }) => !skipped.has(name),
            onChoose: ({ name }, isChosen) =>
              setSkipped(new Set(isChosen ? [...skipped].filter((other) => other !== name) : [...skipped, name])),
          }}
          aboutOf={({ name }) => name === 'name' && skipped.has(name) && 'Not selected, because it would rename this chat.'}
          scroller="all"
          wholeTexts
        />
      )}
    </FormDialog>
  )
}
