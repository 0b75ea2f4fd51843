import { useMedia } from '#dashboard/ui/page/use-media.ts'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pinnedChats } from '#dashboard/platform/chats/chat-labels.ts'
import { modKey } from '#dashboard/ui/overlay/keys.tsx'
import { useListedKeys } from '#dashboard/ui/overlay/listed-keys.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useLatest } from '#dashboard/ui/page/use-latest.ts'
import { PasteProblems } from './edit/PasteProblems.tsx'
import { useEditing } from './edit/use-editing.ts'
import { Grid } from './grid/Grid.tsx'
import { headHeight, rowHeight } from './grid/window.ts'
import { placeAt } from './grid/use-pointer.ts'
import { afterKey, areaOf, type Place, type Selection, single, sizeOf, useGridSelection } from './model/selection.ts'
import { useHeads } from './grid/use-heads.tsx'
import classes from './matrix.module.css'
import { cellTip } from './model/cell.ts'
import type { Cell } from './model/change.ts'
import { gridRows } from './model/rows.ts'
import type { Matrix, MatrixView } from './use-matrix.ts'

/** With the controls of settings, which nobody needs to look at the table. */
const SelectionPanel = lazyPart(async () => (await import('./edit/SelectionPanel.tsx')).SelectionPanel)

const start = single({ row: 0, column: 0 })

/** The table of settings and chats: selecting and editing its cells. */
export function MatrixTable({ matrix, onMakeLike }: { matrix: Matrix; onMakeLike: (cells: readonly Cell[]) => void }) {
  const { view, chats, names, context } = matrix
  const isNarrow = useMedia('(max-width: 74.99em)')
  const body = useRef<HTMLDivElement>(null)
  const closed = view.search ? noGroups : view.closed
  const { rows, open } = useMemo(() => gridRows(names, closed), [names, closed])

  const grid = useGridSelection(open, chats)
  const { selection, select } = grid
  const editing = useEditing({ names: open, chats, grid, catalogue: context.catalogue })
  const heads = useHeads(matrix)
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
    <div className="column grow relative" ref={body} onCopy={editing.onCopy} onPaste={editing.onPaste}>
      <Grid
        {...{ rows, chats, context, selection, actions, headWidth, heads }}
        names={open}
        rowHeight={isNarrow ? 40 : rowHeight}
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
        <BesideSelection headWidth={headWidth} isFocused={editing.panel === 'focused'}>
          <Suspense>
            <SelectionPanel selected={panelOf} {...{ context, actions }} takesFocus={editing.panel === 'focused'} />
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

const gap = 8

interface BesideSelectionProps {
  headWidth: number
  /** It stays in sight although its cells do not. */
  isFocused: boolean
  children: ReactNode
}

/** Places what is in it under the selected cells, above them where there is no room, or else over them. Its parent holds the grid. */
function BesideSelection({ headWidth, isFocused, children }: BesideSelectionProps) {
  const box = useRef<HTMLDivElement>(null)
  const place = () => {
    const parent = box.current?.parentElement
    const frame = parent?.querySelector('[data-selection-frame]')
    if (!box.current || !parent || !frame) return
    const [outer, cells] = [parent.getBoundingClientRect(), frame.getBoundingClientRect()]
    const top = Math.max(cells.top - outer.top, headHeight)
    const bottom = Math.min(cells.bottom - outer.top, outer.height)
    const left = Math.max(cells.left - outer.left, headWidth)
    const isInSight = top < bottom && left < Math.min(cells.right - outer.left, outer.width)
    const { offsetWidth: width, offsetHeight: height } = box.current
    const above = top - height - gap
    const y = bottom + gap + height <= outer.height ? bottom + gap : above >= headHeight ? above : outer.height - height - gap
    const x = Math.max(gap, Math.min(left, outer.width - width - 2 * gap))
    Object.assign(box.current.style, {
      top: `${Math.max(gap, y)}px`,
      left: `${x}px`,
      visibility: isInSight || isFocused ? 'visible' : 'hidden',
    })
  }
  // After every drawing: the selection may be another, and the panel higher.
  useLayoutEffect(place)
  useEffect(() => {
    const parent = box.current?.parentElement
    const sizes = new ResizeObserver(place)
    if (parent) sizes.observe(parent)
    if (box.current) sizes.observe(box.current)
    // Scroll events do not bubble.
    parent?.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      parent?.removeEventListener('scroll', place, { capture: true })
    }
  })
  return (
    <div ref={box} className={classes.box}>
      {children}
    </div>
  )
}

/** The keys of the grid, as the keyboard help lists them. */
const gridKeys = [
  { key: '↑ ↓ ← →', label: 'Move between cells and groups' },
  { key: '← →', label: 'On a group: fold, unfold' },
  { key: 'Home End', label: 'First and last cell of the row' },
  { key: `${modKey} Home`, label: 'First cell of all' },
  { key: `${modKey} End`, label: 'Last cell of all' },
  { key: 'PgUp PgDn', label: 'Move by a page' },
  { key: 'Shift ↑ ↓ ← →', label: 'Extend the selection' },
  { key: 'Shift Space', label: 'Select the row' },
  { key: `${modKey} Space`, label: 'Select the column' },
  { key: `${modKey} A`, label: 'Select all cells' },
  { key: 'Enter', label: 'Edit the selection' },
  { key: 'Escape', label: 'Back to one cell' },
  { key: '1 0', label: 'Turn on, turn off' },
  { key: 'Delete', label: 'Set to the default' },
  { key: `${modKey} C`, label: 'Copy' },
  { key: `${modKey} V`, label: 'Paste' },
  { key: `${modKey} Z`, label: 'Undo the last edit' },
  { key: `${modKey} Y`, label: 'Redo it' },
  { key: `${modKey} S`, label: 'Review all changes' },
] as const

const Bubble = lazyPart(async () => (await import('#dashboard/ui/overlay/TooltipBubble.tsx')).TooltipBubble)

const openDelayMs = 400

interface CellTipProps {
  /** Holds the cells. */
  within: RefObject<HTMLElement | null>
  /** What to say of a cell; '' for nothing. */
  wordsOf: (place: Place) => string
}

/** The text beside the cell under the mouse: one for all cells, since each of its own would cost as much as a cell. */
function CellTip({ within, wordsOf }: CellTipProps) {
  const [tip, setTip] = useState<{ target: { current: HTMLElement }; words: string } | null>(null)
  const show = useEffectEvent((cell: HTMLElement) => {
    const place = placeAt(cell)
    const words = place && cell.isConnected ? wordsOf(place) : ''
    if (words) setTip({ target: { current: cell }, words })
  })
  useEffect(() => {
    const element = within.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const onOver = ({ target, pointerType, buttons }: PointerEvent) => {
      hide()
      const cell = target instanceof Element && target.closest<HTMLElement>('[role=gridcell]')
      if (cell && pointerType === 'mouse' && buttons === 0) timer = setTimeout(show, openDelayMs, cell)
    }
    const ends = ['pointerleave', 'pointerdown', 'keydown', 'scroll'] as const
    element.addEventListener('pointerover', onOver)
    // Scroll events do not bubble.
    for (const end of ends) element.addEventListener(end, hide, { capture: end === 'scroll', passive: true })
    return () => {
      hide()
      element.removeEventListener('pointerover', onOver)
      for (const end of ends) element.removeEventListener(end, hide, { capture: end === 'scroll' })
    }
  }, [within])
  return <Suspense>{tip && <Bubble target={tip.target} label={tip.words} position="top" />}</Suspense>
}
