import { IconButton } from '#dashboard/ui/form/Button.tsx'
import { exportedPresets } from '#contract/presets/exchange.ts'
import { ActionIcon } from '@mantine/core'
import { exportedPresets } from '#engine/exchange/preset-file.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import type { KnownPreset, PresetEntry } from '#dashboard/platform/presets/known-presets.ts'
import { writeRecords } from '#dashboard/platform/records/records.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import type { PresetDetailsProps } from './PresetDetails.tsx'

interface PresetMenuProps extends PresetDetailsProps {
  /** Why the person may not change it; null: they may. */
  problem: string | null
}

/** What can be done with a preset, beside turning it on. */
export function PresetMenu({ known, on, problem, onEdit, onDuplicate, onDeleted }: PresetMenuProps) {
  const { preset, isBuiltIn, entry } = known
  const mayWrite = useMay()('presets.write')
  const exportIt = () =>
    download(`preset-${inFileName(preset.name) || 'unnamed'}.json`, new Blob([exportedPresets([preset])], { type: 'application/json' }))
  return (
    <ActionMenu
      button={<IconButton icon="more" aria-label={`Actions for ${preset.name}`} />}
      position="bottom-end"
      items={() => (
        <>
          {mayWrite && (
            <>
              <MenuItem label="Edit" className="on-phones" icon="edit" reason={problem} onClick={onEdit} />
              <MenuItem icon="copy" label="Duplicate" className="on-phones" onClick={onDuplicate} />
            </>
          )}
          <MenuItem icon="download" label="Export" onClick={exportIt} />
          {mayWrite && entry && (
            <MenuItem
              icon={isBuiltIn ? 'undo' : 'trash'}
              label={isBuiltIn ? 'Reset to the built-in preset…' : 'Delete…'}
              isDanger={!isBuiltIn}
              reason={problem}
              onClick={() => removePreset(known, entry, on.length > 0, onDeleted)}
            />
          )}
        </>
      )}
    />
  )
}

/** Deletes a preset, or brings back the built-in one. Where it is on, it stays on. */
function removePreset({ preset, isBuiltIn }: KnownPreset, entry: PresetEntry, isOn: boolean, onDeleted: () => void) {
  const { key, value } = entry
  confirm({
    title: isBuiltIn ? `Reset ${preset.name} to the built-in preset?` : `Delete ${preset.name}?`,
    body: (
      <>
        <p>{isBuiltIn ? 'Its values and chats are replaced with the built-in ones.' : 'It is deleted for everyone in this account.'}</p>
        {isOn && <p>It stays on in its chats. Ending it still puts everything back.</p>}
      </>
    ),
    confirmLabel: isBuiltIn ? 'Reset' : 'Delete',
    danger: !isBuiltIn,
    run: async () => {
      await writeRecords('presets', [{ chatId: null, key, before: entry, value: null }])
      if (!isBuiltIn) onDeleted()
      const restore = () =>
        void writeRecords('presets', [{ chatId: null, key, before: null, value }]).catch((error: unknown) =>
          toastError('The preset was not restored', error),
        )
      toast(isBuiltIn ? `${preset.name} was reset` : `${preset.name} was deleted`, { label: 'Undo', run: restore })
    },
  })
}
