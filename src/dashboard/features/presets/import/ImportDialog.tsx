import { Button, Checkbox, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importedPresets, type PresetImport } from '#contract/presets/exchange.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { newKey, whereKept, writeRecords } from '#dashboard/platform/records/records.ts'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { settingLabel } from '../value-words.ts'

/** Bytes. Presets with the largest texts are a tenth of it. */
const maxFileBytes = 5_000_000

interface ImportDialogProps {
  file: File
  onClose: () => void
  /** @param presetId of the first one */
  onImported: (presetId: string) => void
}

const problems = {
  tooLarge: 'The file is larger than 5 MB, so it holds no presets.',
  notPresets: 'The file holds no presets of Roomkeeper.',
  laterVersion: 'A later version of Roomkeeper wrote this file, in a format that this version does not support.',
} as const

/** What a file holds, and which of it becomes presets of this account. Each is a new one. */
export function ImportDialog({ file, onClose, onImported }: ImportDialogProps) {
  const { data: found, error } = useQuery({
    queryKey: ['preset file', file.name, file.size, file.lastModified],
    queryFn: async (): Promise<PresetImport | { kind: 'tooLarge' }> =>
      file.size > maxFileBytes ? { kind: 'tooLarge' } : importedPresets(await file.text()),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal opened onClose={onClose} size={560} title="Import presets">
      {found?.kind === 'read' && found.presets.length > 0 ? (
        <Found found={found} onClose={onClose} onImported={onImported} />
      ) : (
        <Stack gap="lg">
          {found || error ? (
            <Banner tone="bad">
              {error || !found ? 'The file could not be read.' : problems[found.kind === 'read' ? 'notPresets' : found.kind]}
            </Banner>
          ) : (
            <Skeleton height={80} />
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Found({ found, onClose, onImported }: Omit<ImportDialogProps, 'file'> & { found: PresetImport & { kind: 'read' } }) {
  const { presets, skipped } = found
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = presets.filter((_, index) => !left.has(index))
  const importing = useAction(null, async () => {
    const changes = chosen.map(({ preset }) => ({ chatId: null, key: newKey(), before: null, value: preset }))
    await writeRecords('presets', changes)
    toast(plural(changes.length, '{count} preset was imported', '{count} presets were imported'))
    onImported(changes[0]!.key)
    onClose()
  })
  return (
    <Stack gap="lg">
      {importing.error !== null && (
        <Banner tone="bad">
          <FailedChange error={importing.error} title="Not imported." />
        </Banner>
      )}
      {skipped.length > 0 && (
        <Banner>
          {plural(
            skipped.length,
            'Preset number {places} of the file has no usable value, so it is left out.',
            'Presets number {places} of the file have no usable value, so they are left out.',
            { places: listed(skipped.slice(0, 10).map(count)) },
          )}
        </Banner>
      )}
      <p className="help">Each becomes a new preset. {whereKept}</p>
      <Stack gap="sm" className="long-list">
        {presets.map(({ preset: { name, values }, unusable }, index) => (
          <Checkbox
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and two presets may have the same name
            key={index}
            checked={!left.has(index)}
            onChange={() => setLeft(new Set(left.has(index) ? [...left].filter((other) => other !== index) : [...left, index]))}
            label={<span className="outside">{name}</span>}
            description={
              <>
                {counted(Object.keys(values).length, 'setting')}
                {unusable.length > 0 && (
                  <span className="block outside">
                    {plural(
                      unusable.length,
                      'Left out, because this release cannot set it: {names}',
                      'Left out, because this release cannot set them: {names}',
                      { names: listed(unusable.slice(0, 10).map(({ setting }) => settingLabel(setting))) },
                    )}
                  </span>
                )}
              </>
            }
          />
        ))}
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button data-autofocus onClick={onClose} disabled={importing.isPending}>
          Cancel
        </Button>
        <Button
          variant="filled"
          loading={importing.isPending}
          {...(chosen.length === 0 && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => chosen.length > 0 && importing.mutate()}
        >
          {plural(chosen.length, 'Import {count} preset', 'Import {count} presets')}
        </Button>
      </Group>
    </Stack>
  )
}
