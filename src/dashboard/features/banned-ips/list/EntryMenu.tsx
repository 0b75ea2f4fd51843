import { Menu } from '@mantine/core'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { formatRange } from '#engine/bans/range.ts'
import { nameOf, type BanEntry } from '../read.ts'

interface EntryMenuProps {
  entry: BanEntry
  onUnbanPart: () => void
  onNote: () => void
  onCopyTo: () => void
  onUnban: () => void
}

/** The actions for one entry. */
export function EntryMenu({ entry, onUnbanPart, onNote, onCopyTo, onUnban }: EntryMenuProps) {
  const mayWrite = useMay()('bans.write')
  const copy = () =>
    navigator.clipboard.writeText(formatRange(entry)).then(
      () => toast(`${nameOf(entry)} was copied`),
      (error: unknown) => toastError('Could not copy', error),
    )
  return (
    <>
      {mayWrite && (
        <Menu.Item leftSection={<Icon name="shield" />} onClick={onUnbanPart}>
          Unban part of it…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Icon name="edit" />} onClick={onNote}>
        Note and review date…
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="copy" />} onClick={() => void copy()}>
        Copy {nameOf(entry)}
      </Menu.Item>
      {mayWrite && (
        <>
          <Menu.Item leftSection={<Icon name="chats" />} onClick={onCopyTo}>
            Copy to other chats…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item c="red" leftSection={<Icon name="trash" />} onClick={onUnban}>
            Unban…
          </Menu.Item>
        </>
      )}
    </>
  )
}
