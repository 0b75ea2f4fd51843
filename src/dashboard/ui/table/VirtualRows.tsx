import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react'

interface VirtualRowsProps {
  count: number
  keyOf: (index: number) => number
  /** What a row measures probably, in pixels. */
  estimate: number
  /** The element in which they scroll; null: the window. */
  scroller: RefObject<HTMLElement | null> | null
  /** Stands for the rows that are not drawn. */
  spacer: 'tr' | 'li'
  row: (index: number, measure: Ref<HTMLElement>) => ReactNode
}

const overscan = 10

/** Of many rows only those in sight and a few around them, in the flow of their table or list. */
export const VirtualRows = ({ scroller, ...props }: VirtualRowsProps) =>
  scroller ? <InElement scroller={scroller} {...props} /> : <InWindow {...props} />

/** The row with the focus, or whose menu is open: it stays although it is out of sight. -1: none. */
function pinnedIn(list: Element | null | undefined): number {
  const row = [document.activeElement, list?.querySelector('[aria-expanded=true]')]
    .map((inside) => inside?.closest('[data-index]'))
    .find((found) => found && list?.contains(found))
  return Number(row?.getAttribute('data-index') ?? -1)
}

const options = ({ count, keyOf, estimate }: Omit<VirtualRowsProps, 'scroller'>, list: () => Element | null | undefined) => ({
  count,
  overscan,
  getItemKey: keyOf,
  estimateSize: () => estimate,
  rangeExtractor: (range: Range) => {
    const pin = pinnedIn(list())
    const indexes = defaultRangeExtractor(range)
    return pin < 0 || pin >= count || indexes.includes(pin) ? indexes : [...indexes, pin].toSorted((one, other) => one - other)
  },
})

function InElement({ scroller, ...props }: Omit<VirtualRowsProps, 'scroller'> & { scroller: RefObject<HTMLElement | null> }) {
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...options(props, () => scroller.current),
    getScrollElement: () => scroller.current,
  })
  return <Drawn {...props} virtual={virtual} />
}

function InWindow(props: Omit<VirtualRowsProps, 'scroller'>) {
  const start = useRef<HTMLElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // oxlint-disable-next-line react/incompatible-library -- it keeps its own state and redraws this component itself
  const virtual = useWindowVirtualizer<HTMLElement>({ ...options(props, () => start.current?.parentElement), scrollMargin })
  // What stands above the list may come and go, and no event tells of it. The same number again draws nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- after every drawing, on purpose
  useLayoutEffect(() => {
    if (start.current) setScrollMargin(Math.round(start.current.getBoundingClientRect().top + scrollY))
  })
  return <Drawn {...props} virtual={virtual} start={start} margin={scrollMargin} />
}

interface DrawnProps extends Omit<VirtualRowsProps, 'scroller'> {
  virtual: Pick<Virtualizer<never, HTMLElement>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>
  start?: Ref<HTMLElement>
  /** Where the first row begins, in the coordinates of what scrolls. */
  margin?: number
}

function Drawn({ virtual, spacer, row, start, margin = 0 }: DrawnProps) {
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

function Spacer({ as: Tag, height, ref }: { as: 'tr' | 'li'; height: number; ref?: Ref<HTMLElement> }) {
  return <Tag aria-hidden style={{ height }} ref={ref as Ref<HTMLTableRowElement & HTMLLIElement>} />
}
