import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import type { DeletionsLeft } from '#contract/workspace/limits.ts'
import { Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { authorKey } from '#engine/analysis/authors.ts'
import { deletionsLeftText, useDeletionsLeft } from '../delete/deletions-left.ts'
import classes from './list.module.css'
import { SelectionGroups, type SelectionGroupsProps } from './SelectionGroups.tsx'

const SelectionDrawer = lazyPart(async () => (await import('./SelectionDrawer.tsx')).SelectionDrawer)

interface SelectionPanelProps extends SelectionGroupsProps {
  onClear: () => void
  /** null: the person may not delete messages here. */
  onDelete: (() => void) | null
  exportMenu: ReactNode
}

/** The selected messages and their actions, beside the list. */
export function SelectionPanel({ onClear, onDelete, exportMenu, ...groups }: SelectionPanelProps) {
  const left = useDeletionsLeft()
  const reasonId = useId()
  const { chosen } = groups
  return (
    <>
      <div className="row between">
        <h2>{count(chosen.length)} selected</h2>
        <ClearButton onClear={onClear} />
      </div>
      <div className={classes.selectionPanelActions}>
        {onDelete && <DeleteButton selected={chosen.length} {...{ left, reasonId, onDelete }} />}
        {onDelete && isBeyond(left, chosen) && left.left > 0 ? <SelectNewest left={left} {...groups} /> : exportMenu}
      </div>
      {onDelete && left && (
        <div className="stack gap-8">
          {isBeyond(left, chosen) && <Reason id={reasonId} left={left} />}
          <Meter label="Deleted this hour" used={left.limit - left.left} limit={left.limit} />
        </div>
      )}
      <SelectionGroups {...groups} />
    </>
  )
}

/** The same as a bar at the bottom, on screens too narrow for a panel. */
export function SelectionBar({ onClear, onDelete, exportMenu, ...groups }: SelectionPanelProps) {
  const { chosen, offScreenCount } = groups
  const left = useDeletionsLeft()
  const reasonId = useId()
  const [open, setOpen] = useState(false)
  const authors = useMemo(() => new Set(chosen.map(authorKey)).size, [chosen])
  const isLimited = onDelete !== null && isBeyond(left, chosen)
  return (
    <section className={classes.bottom} aria-label="Selected messages">
      <div className={classes.bottomWords}>
        <b className="ink">{count(chosen.length)} selected</b>
        {!isLimited && <span className="not-on-phones">{counted(authors, 'author')}</span>}
        {!isLimited && offScreenCount > 0 && <span>{count(offScreenCount)} not on screen</span>}
        <ClearButton onClear={onClear} />
      </div>
      {isLimited && <Reason id={reasonId} left={left} />}
      <div className={classes.bottomActions} data-limited={isLimited || undefined}>
        {onDelete && <DeleteButton selected={chosen.length} {...{ left, reasonId, onDelete }} />}
        {isLimited && left.left > 0 ? <SelectNewest left={left} {...groups} /> : exportMenu}
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

/** Whether more is selected than the person may still delete this hour. */
const isBeyond = (left: DeletionsLeft | null, chosen: readonly Message[]): left is DeletionsLeft =>
  left !== null && chosen.length > left.left

interface DeleteButtonProps {
  selected: number
  /** null: there is no limit. */
  left: DeletionsLeft | null
  /** The id of what says why it is disabled. */
  reasonId: string
  onDelete: () => void
}

function DeleteButton({ selected, left, reasonId, onDelete }: DeleteButtonProps) {
  const isTooMany = left !== null && selected > left.left
  return (
    <Button
      variant="filled"
      color="red"
      className="settles"
      leftSection={<Icon name="trash" size={14} />}
      rightSection={!isTooMany && <kbd>D</kbd>}
      disabled={isTooMany}
      {...(isTooMany && { 'aria-describedby': reasonId })}
      onClick={onDelete}
    >
      Delete {count(selected)}
    </Button>
  )
}

const Reason = ({ id, left }: { id: string; left: DeletionsLeft }) => (
  <p className="help" id={id} role="status">
    {deletionsLeftText(left)}
  </p>
)

/** Deselects the oldest, so that what is left of the limit is enough. */
function SelectNewest({ left: { left }, chosen, onSet }: { left: DeletionsLeft } & Pick<SelectionGroupsProps, 'chosen' | 'onSet'>) {
  const oldest = chosen.slice(left).map(({ messageId }) => messageId)
  return <Button onClick={() => onSet(oldest, false)}>Select newest {count(left)}</Button>
}
