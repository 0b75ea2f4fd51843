import { builtInPresets, isBuiltInPreset } from '#contract/presets/built-in.ts'
import type { Preset } from '#contract/presets/preset.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { toast, toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { fieldsOfPreset, presetOfFields } from './preset-fields.ts'

/** Changes for which chats a preset is, with Undo. Where somebody else has changed that meanwhile, nothing is saved. @param done what is said then */
export async function changeChats({ id, preset, entry }: KnownPreset, chats: Preset['chats'], done: string): Promise<void> {
  const save = (before: Preset, after: Preset) =>
    saveFields({
      kind: 'presets',
      chatId: null,
      key: id,
      before: entry,
      edits: { base: fieldsOfPreset(before), changes: { chats: fieldsOfPreset(after)['chats']! } },
      // A built-in preset that is as it came needs no record.
      blank: fieldsOfPreset(isBuiltInPreset(id) ? builtInPresets[id] : before),
      as: { fields: fieldsOfPreset, value: presetOfFields },
      choose: async () => null,
    }).then(
      (isSaved) => {
        if (!isSaved) toastWarning('Nothing was changed', `Somebody else has changed the chats of ${preset.name}. Look at them again.`)
        return isSaved
      },
      (error: unknown) => {
        toastError(`The chats of ${preset.name} were not changed`, error)
        return false
      },
    )
  const changed = { ...preset, chats }
  if (await save(preset, changed)) toast(done, { label: 'Undo', run: () => void save(changed, preset) })
}
