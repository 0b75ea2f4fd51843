import { cloneElement, type HTMLAttributes, type ReactElement, type Ref, Suspense, useRef, useState } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'

const Bubble = lazyPart(async () => (await import('./TooltipBubble.tsx')).TooltipBubble)

interface TooltipProps {
  label: string
  position?: 'top' | 'right'
  disabled?: boolean
  /** Only where the element has less room than its text needs. */
  onlyIfTruncated?: boolean
  /** An element that takes a ref and pointer and focus events. */
  children: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>
}

const openDelay = 400

/** A text beside an element that is hovered or focused. Mantine's Tooltip positions it; its 15 kB are loaded with the first one. */
export function Tooltip({ label, position = 'top', disabled, onlyIfTruncated, children }: TooltipProps) {
  const element = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [open, setOpen] = useState(false)
  const show = () => {
    timer.current = setTimeout(() => setOpen(!onlyIfTruncated || (element.current !== null && isTruncated(element.current))), openDelay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  return (
    <>
      {cloneElement(children, {
        ref: element,
        onPointerEnter: show,
        onPointerLeave: hide,
        onFocus: show,
        onBlur: hide,
        onPointerDown: hide,
      })}
      {open && !disabled && (
        <Suspense>
          <Bubble target={element} label={label} position={position} />
        </Suspense>
      )}
    </>
  )
}

/** Whether an element, or anything in it, has less room than its text needs. */
export const isTruncated = (element: HTMLElement) =>
  [element, ...element.querySelectorAll<HTMLElement>('*')].some(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
  )
