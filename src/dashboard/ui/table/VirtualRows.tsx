import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react'
import { expectedWindow } from '../page/expected-window.ts'

type SpacerTag = 'tr' | 'li' | 'div'

export interface RowsHandle {
  /** Brings a row into sight by the shortest way. */
  reveal: (index: number) => void
  /** Scrolls until a row is the first in sight. */
  bringUp: (index: number) => void
  toTop: () => void
}

interface VirtualRowsProps {
  count: number
  keyOf: (index: number) => number | string
  /** The probable height of a row, in pixels. */
  estimate: (index: number) => number
  /** The height of what covers the top of the list while the page scrolls, in pixels. */
  inset?: number
  /** How many rows are drawn beyond those in sight, at either end. */
  overscan?: number
  /** The element in which they scroll; null: the window. */
  scroller: RefObject<HTMLElement | null> | null
  /** The element that takes the space of the rows that are not drawn. */
  spacer: SpacerTag
  row: (index: number, measure: Ref<HTMLElement>) => ReactNode
  /** A row that stays drawn although it is out of sight; -1: none. */
  pinned?: number
  /** A row to bring to the middle whenever it changes; -1: none. */
  revealed?: number
  /** Called after each drawing with the first and the last row in sight. */
  onRange?: (first: number, last: number) => void
  handle?: Ref<RowsHandle>
}

const usualOverscan = 12

/** Of many rows only those in sight and a few around them, in the flow of their table or list. */
export const VirtualRows = ({ scroller, ...props }: VirtualRowsProps) =>
  scroller ? <InElement scroller={scroller} {...props} /> : <InWindow {...props} />

/** The row with the focus, or whose menu is open: it stays although it is out of sight. -1: none. */
function activeIn(list: Element | null | undefined): number {
  const row = [document.activeElement, list?.querySelector('[aria-expanded=true]')]
    .map((inside) => inside?.closest('[data-index]'))
    .find((found) => found && list?.contains(found))
  return Number(row?.getAttribute('data-index') ?? -1)
}

type InnerProps = Omit<VirtualRowsProps, 'scroller'>

const options = (
  { count, keyOf, estimate, inset = 0, overscan = usualOverscan, pinned = -1 }: InnerProps,
  list: () => Element | null | undefined,
) => ({
  count,
  overscan,
  scrollPaddingStart: inset,
  getItemKey: keyOf,
  estimateSize: estimate,
  ...(expectedWindow() && { initialRect: expectedWindow()! }),
  rangeExtractor: (range: Range) => {
    const kept = [pinned, activeIn(list())].filter((index) => index >= 0 && index < count)
    return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other)
  },
})

function InElement({ scroller, ...props }: InnerProps & { scroller: RefObject<HTMLElement | null> }) {
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...options(props, () => scroller.current),
    getScrollElement: () => scroller.current,
  })
  // React sets the ref of an element around this one after the layout effects in it, where the virtualizer looks for it first.
  const [, drawAgain] = useState(false)
  useEffect(() => {
    if (!virtual.scrollElement) drawAgain(true)
  }, [virtual])
  return <Drawn {...props} virtual={virtual} />
}

function InWindow(props: InnerProps) {
  const start = useRef<HTMLElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useWindowVirtualizer<HTMLElement>({ ...options(props, () => start.current?.parentElement), scrollMargin })
  // The height above the list may change without an event. Setting the same number again draws nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every drawing, on purpose
  useLayoutEffect(() => {
    if (start.current) setScrollMargin(Math.round(start.current.getBoundingClientRect().top + scrollY))
  })
  return <Drawn {...props} virtual={virtual} start={start} margin={scrollMargin} />
}

type VirtualPart = 'getVirtualItems' | 'getTotalSize' | 'measureElement' | 'range' | 'scrollToIndex' | 'scrollToOffset'

interface DrawnProps extends InnerProps {
  virtual: Pick<Virtualizer<never, HTMLElement>, VirtualPart>
  start?: Ref<HTMLElement>
  /** Where the first row begins, in the coordinates of what scrolls. */
  margin?: number
}

function Drawn({ virtual, spacer, row, start, margin = 0, revealed = -1, onRange, handle }: DrawnProps) {
  useEffect(() => {
    if (revealed >= 0) virtual.scrollToIndex(revealed, { align: 'center' })
  }, [revealed, virtual])
  useEffect(() => {
    if (virtual.range) onRange?.(virtual.range.startIndex, virtual.range.endIndex)
  })
  useImperativeHandle(handle, () => ({
    reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    bringUp: (index) => virtual.scrollToIndex(index, { align: 'start' }),
    toTop: () => virtual.scrollToOffset(0),
  }))
  const drawn: ReactNode[] = []
  let end = margin
  for (const item of virtual.getVirtualItems()) {
    if (item.start > end) drawn.push(<Spacer key={`before-${item.key}`} as={spacer} height={item.start - end} />)
    drawn.push(row(item.index, virtual.measureElement))
    end = item.end
  }
  return (
    <>
      {start && <Spacer as={spacer} height={0} ref={start} />}
      {drawn}
      <Spacer as={spacer} height={margin + virtual.getTotalSize() - end} />
    </>
  )
}

function Spacer({ as: Tag, height, ref }: { as: SpacerTag; height: number; ref?: Ref<HTMLElement> }) {
  return <Tag aria-hidden style={{ height }} ref={ref as Ref<HTMLTableRowElement & HTMLLIElement & HTMLDivElement>} />
}
