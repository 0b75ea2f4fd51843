import { Menu } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/more-icons.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { formatRange } from '../ranges/range.ts'
import { nameOf, type Entry } from '../read.ts'

interface EntryMenuProps {
  entry: Entry
  onSpare: () => void
  onNote: () => void
  onCopyTo: () => void
  onLift: () => void
}

/** What can be done with one entry. */
export function EntryMenu({ entry, onSpare, onNote, onCopyTo, onLift }: EntryMenuProps) {
  const copy = () =>
    navigator.clipboard.writeText(formatRange(entry)).then(
      () => toast(`${nameOf(entry)} is copied`),
      (error: unknown) => toastError('The browser copied nothing', error),
    )
  return (
    <>
      <Menu.Item leftSection={<Icon name="shield" />} onClick={onSpare}>
        Spare an address…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="edit" />} onClick={onNote}>
        Note and review date…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="copy" />} onClick={() => void copy()}>
        Copy {nameOf(entry)}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="chats" />} onClick={onCopyTo}>
        Copy to other chats…
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={onLift}>
        Lift ban…
      </Menu.Item>
    </>
  )
}
