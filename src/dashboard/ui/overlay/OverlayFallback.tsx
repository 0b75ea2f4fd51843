import { Suspense, type ReactNode } from 'react'

const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/**
 * Stands in for a dialog, drawer or menu whose code is still loading. It takes the focus in the tick that opens the overlay, so no key reaches the page.
 */
export const OverlayFallback = () => (
  <div ref={takeFocus} role="dialog" aria-modal aria-busy aria-label="Opening" tabIndex={-1} className="visually-hidden" />
)

/** A menu or popover with its button: while its code is loading, the button stays as it is. @param button as it is while closed */
export const OverlaySuspense = ({ button, children }: { button: ReactNode; children: ReactNode }) => (
  <Suspense
    fallback={
      <>
        {button}
        <OverlayFallback />
      </>
    }
  >
    {children}
  </Suspense>
)
