import { ConflictDialog } from './ConflictDialog.tsx'
import { NotKeptDialog, type NotKeptDialogProps } from './NotKeptDialog.tsx'
import type { Fields } from '#engine/saving/three-way.ts'

/** The dialogs of SaveDialogs that are open. */
export function OpenedSaveDialogs<T extends Fields>(props: NotKeptDialogProps<T>) {
  const { saving, texts } = props
  return (
    <>
      {saving.conflicts && <ConflictDialog conflicts={saving.conflicts.about} texts={texts} onChoose={saving.conflicts.answer} />}
      {saving.notKept.length > 0 && <NotKeptDialog {...props} />}
    </>
  )
}
