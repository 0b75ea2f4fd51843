import { Drawer } from '@mantine/core'
import { count } from '#dashboard/ui/format/numbers.ts'
import { SelectionGroups, type SelectionGroupsProps } from './SelectionGroups.tsx'

/** The selected messages in a drawer, on screens too narrow for a panel. */
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
