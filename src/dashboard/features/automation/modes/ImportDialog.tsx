import { importedPresets, type PresetImport } from '#engine/exchange/preset-file.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { newKey, whereKept, writeRecords } from '#dashboard/platform/records/records.ts'
import { FileImportDialog, ImportChoice } from '#dashboard/platform/saving/FileImportDialog.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted, listed, maxNamed, plural } from '#dashboard/ui/format/numbers.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { settingLabel } from './value-words.tsx'

type PresetFile = PresetImport & { kind: 'read' }

interface ImportDialogProps {
  file: File
  onClose: () => void
  /** @param presetId of the first one */
  onImported: (presetId: string) => void
}

/** Shows the modes of a file, and imports the chosen ones as new modes of this account. */
export const ImportDialog = ({ file, onClose, onImported }: ImportDialogProps) => (
  <FileImportDialog
    what="modes"
    file={file}
    read={importedPresets}
    problemOf={({ presets }) => (presets.length > 0 ? null : 'The file contains no modes of Roomkeeper.')}
    onClose={onClose}
  >
    {(found) => <Choice found={found} onClose={onClose} onImported={onImported} />}
  </FileImportDialog>
)

function Choice({ found: { presets, skipped }, onClose, onImported }: Omit<ImportDialogProps, 'file'> & { found: PresetFile }) {
  const importing = useAction(null, async (_send, chosen: typeof presets) => {
    const changes = chosen.map(({ preset }) => ({ chatId: null, key: newKey(), before: null, value: preset }))
    await writeRecords('presets', changes)
    toast(plural(changes.length, '{count} mode was imported', '{count} modes were imported'))
    onImported(changes[0]!.key)
    onClose()
  })
  return (
    <ImportChoice
      title="Import modes"
      entries={presets}
      nameOf={({ preset }) => preset.name}
      descriptionOf={({ preset: { values }, unusable }) => (
        <>
          {counted(Object.keys(values).length, 'setting')}
          {unusable.length > 0 && (
            <span className="block outside">
              {plural(
                unusable.length,
                'Left out, because this release cannot set it: {names}',
                'Left out, because this release cannot set them: {names}',
                { names: listed(unusable, maxNamed, ({ setting }) => settingLabel(setting)) },
              )}
            </span>
          )}
        </>
      )}
      notes={
        <>
          {skipped.length > 0 && (
            <Banner>
              {plural(
                skipped.length,
                'Mode number {places} of the file has no usable value, so it is left out.',
                'Modes number {places} of the file have no usable value, so they are left out.',
                { places: listed(skipped, maxNamed, count) },
              )}
            </Banner>
          )}
          <p className="help">Each becomes a new mode. {whereKept}</p>
        </>
      }
      importing={importing}
      failed="Not imported."
      submitLabel={(chosen) => plural(chosen, 'Import {count} mode', 'Import {count} modes')}
      onCancel={onClose}
    />
  )
}
