import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { BesideSelection } from './edit/BesideSelection.tsx'
import { PasteProblems } from './edit/PasteProblems.tsx'
import { useEditing } from './edit/use-editing.ts'
import { Grid } from './grid/Grid.tsx'
import { headHeight, rowHeight } from './grid/measures.ts'
import { useGridSelection } from './grid/use-selection.ts'
import { useHeads } from './heads/use-heads.tsx'
import classes from './MatrixTable.module.css'
import { cellAt, chatLine, gridRows, settingLine } from './model/lines.ts'
import type { Cell } from './model/change.ts'
import { afterKey, areaOf, single, sizeOf } from './model/selection.ts'
import type { Matrix } from './use-matrix.ts'
import type { MatrixView } from './view.ts'

interface MatrixTableProps {
  matrix: Matrix
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
  /** What else can be done with selected cells. */
  more?: (cells: readonly Cell[]) => ReactNode
}

/** With the controls of settings, which nobody needs to look at the table. */
const SelectionPanel = lazyPart(async () => (await import('./edit/SelectionPanel.tsx')).SelectionPanel)

const start = single({ row: 0, column: 0 })

/** The table of settings and chats: selecting and editing its cells. */
export function MatrixTable({ matrix, view, onView, more }: MatrixTableProps) {
  const { chats, names, context } = matrix
  const isNarrow = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const settings = useMemo(() => names.map(settingLine), [names])
  const ofChats = useMemo(() => chats.map(chatLine), [chats])
  const isTransposed = view.columns === 'settings'
  const columns = isTransposed ? settings : ofChats
  const lines = isTransposed ? ofChats : settings
  const closed = view.search ? noGroups : view.closed
  const { rows, open } = useMemo(() => gridRows(lines, closed), [lines, closed])

  const grid = useGridSelection(open, columns)
  const { selection, select } = grid
  const editing = useEditing({ rows: open, columns, grid, catalogue: context.catalogue })
  const heads = useHeads({ matrix, view, onView })
  const headWidth = isNarrow ? 220 : 284
  const at = selection && cellAt(open[selection.active.row]!, columns[selection.active.column]!)

  function onKeyDown(event: KeyboardEvent, page: number) {
    if (event.altKey || event.defaultPrevented) return
    const pressed = { key: event.key, mod: event.ctrlKey || event.metaKey, shift: event.shiftKey }
    const next = afterKey(selection ?? start, pressed, { rows: open.length, columns: columns.length, page })
    if (!next) return editing.onKeyDown(event)
    event.preventDefault()
    select(next)
    editing.setPanel(sizeOf(areaOf(next)) > 1 ? 'shown' : 'hidden')
  }
  function focusCells() {
    editing.setPanel('hidden')
    body.current?.querySelector<HTMLElement>('[role=gridcell][data-active]')?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.body} ref={body} onCopy={editing.onCopy} onPaste={editing.onPaste}>
      <Grid
        label="Settings of all chats"
        rows={rows}
        lines={open}
        columns={columns}
        context={context}
        selection={selection}
        onSelect={(next) => {
          select(next)
          editing.setPanel('hidden')
        }}
        onSelected={() => editing.setPanel('shown')}
        onEdit={() => editing.setPanel('focused')}
        onKeyDown={onKeyDown}
        rowHeight={isNarrow ? 40 : rowHeight}
        headWidth={headWidth}
        heads={heads}
      />
      {at && editing.panel !== 'hidden' && (
        <BesideSelection headWidth={headWidth} headHeight={headHeight} isFocused={editing.panel === 'focused'}>
          <Suspense>
            <SelectionPanel editing={editing} active={at} context={context} onClose={focusCells} more={more?.(editing.cells)} />
          </Suspense>
        </BesideSelection>
      )}
      {editing.panel === 'hidden' && (
        <p role="status" className="visually-hidden">
          {editing.message}
        </p>
      )}
      {editing.problems && <PasteProblems problems={editing.problems} onClose={editing.closeProblems} />}
    </div>
  )
}

const noGroups: MatrixView['closed'] = []
