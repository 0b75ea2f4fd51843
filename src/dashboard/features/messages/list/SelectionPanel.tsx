import { ActionIcon, Button } from '@mantine/core'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { authorKey } from '../analysis/authors.ts'
import { SelectionGroups, type SelectionGroupsProps } from './SelectionGroups.tsx'
import classes from './SelectionPanel.module.css'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const SelectionDrawer = lazyPart(async () => (await import('./SelectionDrawer.tsx')).SelectionDrawer)

interface SelectionPanelProps extends SelectionGroupsProps {
  onClear: () => void
  /** null: the person may not delete messages here. */
  onDelete: (() => void) | null
  exportMenu: ReactNode
}

/** The selected messages and their actions, beside the list. */
export function SelectionPanel({ onClear, onDelete, exportMenu, ...groups }: SelectionPanelProps) {
  return (
    <>
      <div className="row between">
        <h2>{count(groups.chosen.length)} selected</h2>
        <ClearButton onClear={onClear} />
      </div>
      <div className={classes.actions}>
        {onDelete && <DeleteButton selected={groups.chosen.length} onDelete={onDelete} />}
        {exportMenu}
      </div>
      <SelectionGroups {...groups} />
    </>
  )
}

/** The same as a bar at the bottom, on screens too narrow for a panel. */
export function SelectionBar({ onClear, onDelete, exportMenu, ...groups }: SelectionPanelProps) {
  const { chosen, offScreenCount } = groups
  const [open, setOpen] = useState(false)
  const authors = useMemo(() => new Set(chosen.map(authorKey)).size, [chosen])
  return (
    <section className={classes.bottom} aria-label="Selected messages">
      <div className={classes.bottomWords}>
        <b className="ink">{count(chosen.length)} selected</b>
        <span className="not-on-phones">{counted(authors, 'author')}</span>
        {offScreenCount > 0 && <span>{count(offScreenCount)} not on screen</span>}
        <ClearButton onClear={onClear} />
      </div>
      <div className={classes.bottomActions}>
        {onDelete && <DeleteButton selected={chosen.length} onDelete={onDelete} />}
        {exportMenu}
        <Button className="not-on-phones" leftSection={<Icon name="columns" size={14} />} onClick={() => setOpen(true)}>
          By author and text
        </Button>
        <ActionIcon variant="default" size="sm" className="on-phones" aria-label="By author and text" onClick={() => setOpen(true)}>
          <Icon name="columns" />
        </ActionIcon>
      </div>
      <Suspense fallback={<OverlayFallback />}>{open && <SelectionDrawer {...groups} onClose={() => setOpen(false)} />}</Suspense>
    </section>
  )
}

const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <Button variant="subtle" c="dimmed" size="xs" onClick={onClear} rightSection={<kbd>Esc</kbd>}>
    Clear
  </Button>
)

const DeleteButton = ({ selected, onDelete }: { selected: number; onDelete: () => void }) => (
  <Button variant="filled" color="red" leftSection={<Icon name="trash" size={14} />} rightSection={<kbd>D</kbd>} onClick={onDelete}>
    Delete {count(selected)}
  </Button>
)
