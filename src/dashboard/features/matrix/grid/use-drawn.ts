import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isComplete, nextDrawn, nothingDrawn, windowAt, type Drawn, type Geometry } from './window.ts'

/** What of a grid is drawn while it is scrolled. All lines have known sizes, so nothing is measured. */
export function useDrawn(scroller: RefObject<HTMLElement | null>, geometry: Geometry): Drawn {
  const [drawn, setDrawn] = useState(nothingDrawn)
  const latest = useRef(drawn)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || geometry.height <= 0) return
    let frame = 0
    const follow = (show: (next: Drawn) => void) => {
      const next = nextDrawn(latest.current, windowAt(element.scrollLeft, element.scrollTop, geometry))
      if (next !== latest.current) show((latest.current = next))
      frame = isComplete(next) ? 0 : requestAnimationFrame(inFrame)
    }
    // In the frame that shows the new position: a later one would show a gap first.
    const inFrame = () => follow((next) => flushSync(() => setDrawn(next)))
    const onScroll = () => (frame ||= requestAnimationFrame(inFrame))
    follow(setDrawn)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, geometry])
  return drawn
}
