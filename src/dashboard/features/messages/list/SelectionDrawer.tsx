import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '#dashboard/ui/format/numbers.ts'

/** The selected messages in a drawer, on screens too narrow for a panel. */
export const SelectionDrawer = ({ selected, onClose, children }: { selected: number; onClose: () => void; children: ReactNode }) => (
  <Drawer opened onClose={onClose} size={360} title={`${count(selected)} selected`}>
    <div className="stack gap-16">{children}</div>
  </Drawer>
)
