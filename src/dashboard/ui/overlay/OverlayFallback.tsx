import { cloneElement, Suspense, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode, type Ref } from 'react'

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/**
 * Stands in for a dialog, drawer or menu whose code is still loading. It takes the focus in the tick that opens the overlay, so no key reaches the page.
 */
export const OverlayFallback = () => (
  <div ref={takeFocus} role="dialog" aria-modal aria-busy aria-label="Opening" tabIndex={-1} className="visually-hidden" />
)

export type OverlayButton = ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' | 'dialog'; ref?: Ref<HTMLButtonElement> }>

interface OnDemandOverlayProps {
  /** The button that opens it. */
  button: OverlayButton
  kind?: 'menu' | 'dialog'
  /** The overlay with its button, open when it is first drawn. @param onNotLoaded called where its code could not be fetched */
  children: (onNotLoaded: () => void) => ReactNode
}

/** A button with a menu or popover whose code is fetched with the first press; until then, and while it is loading, the button stays as it is. */
export function OnDemandOverlay({ button, kind = 'dialog', children }: OnDemandOverlayProps) {
  const [isWanted, setWanted] = useState(false)
  const closed = cloneElement(button, { 'aria-haspopup': kind, onClick: () => setWanted(true) })
  if (!isWanted) return closed
  return (
    <Suspense
      fallback={
        <>
          {closed}
          <OverlayFallback />
        </>
      }
    >
      {children(() => setWanted(false))}
    </Suspense>
  )
}

/** A ref for the button of an overlay that is open when it is first drawn. The button is a new element together with the overlay: it gets the focus back. */
export function useOpenedTarget() {
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => target.current?.focus(), [])
  return target
}
