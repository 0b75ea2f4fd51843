import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './BesideSelection.module.css'

const gap = 8

interface BesideSelectionProps {
  headWidth: number
  headHeight: number
  /** It stays in sight although its cells do not. */
  isFocused: boolean
  children: ReactNode
}

/** Places what is in it under the selected cells, above them where there is no room, or else over them. Its parent holds the grid. */
export function BesideSelection({ headWidth, headHeight, isFocused, children }: BesideSelectionProps) {
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
