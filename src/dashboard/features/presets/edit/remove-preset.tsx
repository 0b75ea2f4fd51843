import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { writeRecords } from '#dashboard/platform/records/records.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import type { KnownPreset, PresetEntry } from '#dashboard/platform/presets/known-presets.ts'

/** Deletes a preset, or brings back the built-in one. Where it is on, it stays on. */
export function removePreset({ preset, isBuiltIn }: KnownPreset, entry: PresetEntry, isOn: boolean, onDeleted: () => void) {
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
