import type { ComponentProps, UIEvent } from 'react'

/** A turn of the list is meant once it has gone this far, in pixels. */
const turnPx = 40
/** A list with less to scroll, in pixels, could fit into the space that it gains, and nothing would scroll it up again. */
const worthwhilePx = 240

interface Place {
  above: number
  below: number
  /** How far the list has gone in its direction: positive on the way down. */
  way: number
}

const places = new WeakMap<Element, Place>()

/**
 * A page as high as what the window leaves, whose list scrolls. On phones and in low windows what is marked with `scrolls-away` makes room while the
 * list goes down, and comes back on its way up.
 */
export const FilledWindow = ({ className = 'column', ...rest }: ComponentProps<'div'>) => (
  <div {...rest} className={`fills-window ${className}`} onScrollCapture={onScroll} />
)

function onScroll({ target }: UIEvent) {
  const list = target as HTMLElement
  const above = list.scrollTop
  const below = list.scrollHeight - list.clientHeight - above
  const last = places.get(list) ?? { above: 0, below: below + above, way: 0 }
  // Rows that are measured or added change one of the two.
  const step = Math.sign(above - last.above) === Math.sign(last.below - below) ? above - last.above : 0
  const way = step * last.way < 0 ? step : last.way + step
  places.set(list, { above, below, way })
  // The mark is on the list: without the list nothing is away.
  if (above === 0 || way < -turnPx) delete list.dataset['goesDown']
  else if (way > turnPx && above + below > worthwhilePx) list.dataset['goesDown'] = ''
}
