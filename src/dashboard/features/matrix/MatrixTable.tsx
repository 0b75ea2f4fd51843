import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useDeferredValue, useMemo, useRef, type KeyboardEvent } from 'react'
import { useListedKeys } from '#dashboard/ui/overlay/keys.tsx'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { BesideSelection } from './edit/BesideSelection.tsx'
import { PasteProblems } from './edit/PasteProblems.tsx'
import { useEditing } from './edit/use-editing.ts'
import { CellTip } from './grid/CellTip.tsx'
import { Grid } from './grid/Grid.tsx'
import { gridKeys } from './grid/keys.ts'
import { headHeight, rowHeight } from './grid/measures.ts'
import { useGridSelection } from './grid/use-selection.ts'
import { useHeads } from './heads/use-heads.tsx'
import classes from './MatrixTable.module.css'
import { cellTip } from './model/cell.ts'
import { gridRows } from './model/rows.ts'
import type { Cell } from './model/change.ts'
import { afterKey, areaOf, single, sizeOf, type Selection } from './model/selection.ts'
import type { Matrix } from './use-matrix.ts'
import type { MatrixView } from './view.ts'

interface MatrixTableProps {
  matrix: Matrix
  view: MatrixView
  onView: (change: Partial<MatrixView>) => void
  onMakeLike: (cells: readonly Cell[]) => void
}

/** With the controls of settings, which nobody needs to look at the table. */
const SelectionPanel = lazyPart(async () => (await import('./edit/SelectionPanel.tsx')).SelectionPanel)

const start = single({ row: 0, column: 0 })

/** The table of settings and chats: selecting and editing its cells. */
export function MatrixTable({ matrix, view, onView, onMakeLike }: MatrixTableProps) {
  const { chats, names, context } = matrix
  const isNarrow = useMediaQuery('(max-width: 74.99em)', undefined, { getInitialValueInEffect: false })
  const body = useRef<HTMLDivElement>(null)
  const closed = view.search ? noGroups : view.closed
  const { rows, open } = useMemo(() => gridRows(names, closed), [names, closed])

  const grid = useGridSelection(open, chats)
  const { selection, select } = grid
  const editing = useEditing({ names: open, chats, grid, catalogue: context.catalogue })
  const heads = useHeads({ matrix, view, onView })
  useListedKeys(gridKeys)
  const pinned = pinnedChats.use()
  const pinnedCount = chats.findLastIndex(({ id }) => pinned.has(id)) + 1
  const headWidth = isNarrow ? 220 : 284
  const { message } = editing
  const selected = useMemo(() => {
    if (!selection) return null
    const { row, column } = selection.active
    return { area: areaOf(selection), names: open, chats, active: { name: open[row]!, chat: chats[column]! }, message }
  }, [selection, open, chats, message])
  const isPanelShown = editing.panel !== 'hidden'
  const settled = useDeferredValue(isPanelShown ? selected : null)
  // The selection is drawn at once, and what can be done with it after that; but who edits a cell types right away.
  const panelOf = editing.panel === 'focused' ? selected : settled

  function onKeyDown(event: KeyboardEvent, page: number) {
    if (event.altKey || event.defaultPrevented) return
    const pressed = { key: event.key, mod: event.ctrlKey || event.metaKey, shift: event.shiftKey }
    const next = afterKey(selection ?? start, pressed, { rows: open.length, columns: chats.length, page })
    if (!next) return editing.onKeyDown(event)
    event.preventDefault()
    select(next)
    editing.setPanel(sizeOf(areaOf(next)) > 1 ? 'shown' : 'hidden')
  }
  const actions = useLatest({
    onSelect: (next: Selection) => {
      select(next)
      editing.setPanel('hidden')
    },
    onSelected: () => editing.setPanel('shown'),
    onEdit: () => editing.setPanel('focused'),
    onKeyDown,
    onApply: editing.apply,
    onMakeLike,
    onClose: focusCells,
  })
  function focusCells() {
    editing.setPanel('hidden')
    body.current?.querySelector<HTMLElement>('[role=gridcell][data-active]')?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.body} ref={body} onCopy={editing.onCopy} onPaste={editing.onPaste}>
      <Grid
        label="Settings of all chats"
        rows={rows}
        names={open}
        chats={chats}
        context={context}
        selection={selection}
        onSelect={actions.onSelect}
        onSelected={actions.onSelected}
        onEdit={actions.onEdit}
        onKeyDown={actions.onKeyDown}
        rowHeight={isNarrow ? 40 : rowHeight}
        headWidth={headWidth}
        heads={heads}
        pinnedCount={pinnedCount < chats.length ? pinnedCount : 0}
      />
      <CellTip
        within={body}
        wordsOf={({ row, column }) => {
          const [name, chat] = [open[row], chats[column]]
          return name && chat ? cellTip(name, chat, context) : ''
        }}
      />
      {isPanelShown && panelOf && (
        <BesideSelection headWidth={headWidth} headHeight={headHeight} isFocused={editing.panel === 'focused'}>
          <Suspense>
            <SelectionPanel
              selected={panelOf}
              context={context}
              takesFocus={editing.panel === 'focused'}
              onApply={actions.onApply}
              onMakeLike={actions.onMakeLike}
              onClose={actions.onClose}
            />
          </Suspense>
        </BesideSelection>
      )}
      {!isPanelShown && (
        <p role="status" className="visually-hidden">
          {message}
        </p>
      )}
      {editing.problems && <PasteProblems problems={editing.problems} onClose={editing.closeProblems} />}
    </div>
  )
}

const noGroups: MatrixView['closed'] = []
