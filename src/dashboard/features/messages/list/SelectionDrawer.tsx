import { Drawer } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import { SelectionGroups, type SelectionGroupsProps } from './SelectionGroups.tsx'

/** Selected messages, where there is no room for a panel beside the list. */
export function SelectionDrawer({ onClose, ...groups }: SelectionGroupsProps & { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      size={360}
      title={`${count(groups.chosen.length)} selected`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="stack gap-16">
        <SelectionGroups {...groups} />
      </div>
    </Drawer>
  )
}
