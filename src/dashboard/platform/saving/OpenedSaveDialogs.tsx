import { Button } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import { fieldRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { type FieldTexts, ConflictDialog } from './ConflictDialog.tsx'
import type { Fields, NotKept } from '#engine/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { Saving } from './use-saving.ts'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'

export interface NotKeptDialogProps<T extends Fields> {
  saving: Saving<T>
  texts: FieldTexts<T>
  note?: (one: NotKept<T>) => ReactNode
  /** Replaces "Restore" where the intended value cannot be written again; null where it can. */
  instead?: (one: NotKept<T>) => ReactNode
}

/** The values that the service did not keep in a save, each with the choice to restore it or to keep it as it is. */
export function NotKeptDialog<T extends Fields>({ saving, texts, note, instead }: NotKeptDialogProps<T>) {
  const { notKept, putBack, dismiss } = saving
  const close = () => dismiss()
  const rows = notKept.map((one) => ({ ...fieldRow(texts, one.name, one.intended, one.kept), one }))
  return (
    <CloseDialog
      onClose={close}
      title={plural(
        notKept.length,
        'Saved, but the chat service did not keep {count} setting',
        'Saved, but the chat service did not keep {count} settings',
      )}
      size={560}
    >
      <div>{serviceNameFirst()} now holds other values than intended:</div>
      <ChangeTable
        label="Settings that were not kept"
        groups={[{ key: 'all', rows }]}
        columns={{ place: null, label: 'Setting', before: 'Intended', after: 'Now', state: null, actions: 180 }}
        action={({ one }) => (
          <>
            {instead?.(one) ?? (
              <Button size="xs" onClick={() => putBack(one)}>
                Restore
              </Button>
            )}
            <Button size="xs" variant="subtle" tone="quiet" onClick={() => dismiss(one.name)}>
              Keep as is
            </Button>
          </>
        )}
        aboutOf={({ one }) => note?.(one)}
        scroller="all"
        wholeTexts
      />
    </CloseDialog>
  )
}

export function OpenedSaveDialogs<T extends Fields>(props: NotKeptDialogProps<T>) {
  const { saving, texts } = props
  return (
    <>
      {saving.conflicts && <ConflictDialog conflicts={saving.conflicts.about} texts={texts} onChoose={saving.conflicts.answer} />}
      {saving.notKept.length > 0 && <NotKeptDialog {...props} />}
    </>
  )
}
