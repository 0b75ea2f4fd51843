import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { FieldTexts } from './field-texts.ts'
import classes from './NotKeptDialog.module.css'
import { ShownChange } from './ShownValue.tsx'
import type { Fields, NotKept } from '#engine/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import type { Saving } from './use-saving.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

export interface NotKeptDialogProps<T extends Fields> {
  saving: Saving<T>
  texts: FieldTexts<T>
  /** A further note on one of them. */
  note?: (one: NotKept<T>) => ReactNode
  /** Replaces "Restore" where the intended value cannot be written again; null where it can. */
  instead?: (one: NotKept<T>) => ReactNode
}

/** The values that the service did not keep in a save, each with the choice to restore it or to keep it as it is. */
export function NotKeptDialog<T extends Fields>({ saving, texts, note, instead }: NotKeptDialogProps<T>) {
  const { notKept, putBack, dismiss } = saving
  const close = () => dismiss()
  return (
    <Modal
      opened
      onClose={close}
      title={plural(notKept.length, 'Saved, but {count} value was not kept', 'Saved, but {count} values were not kept')}
      size={560}
    >
      <Stack gap="lg">
        <div>{serviceNameFirst()} now holds other values than intended:</div>
        <ul className={classes.list}>
          {notKept.map((one) => (
            <li key={one.name}>
              <b>{texts.label(one.name)}</b>
              <ShownChange
                before={texts.words(one.name, one.intended)}
                after={texts.words(one.name, one.kept)}
                isLong={texts.isLong?.(one.name) ?? false}
              />
              {note?.(one)}
              <Group gap="sm">
                {instead?.(one) ?? (
                  <Button size="xs" onClick={() => putBack(one)}>
                    Restore
                  </Button>
                )}
                <Button size="xs" variant="subtle" c="dimmed" onClick={() => dismiss(one.name)}>
                  Keep as is
                </Button>
              </Group>
            </li>
          ))}
        </ul>
        <DialogFoot>
          <Button data-autofocus onClick={close}>
            Close
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
