import { Button } from '../form/Button.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isTyping } from '../overlay/keys.tsx'
import classes from './feedback.module.css'

interface UndoBarProps {
  /** What happens when the time is over. */
  children: ReactNode
  /** Whole seconds. */
  secondsLeft: number
  undoLabel: string
  onUndo: () => void
  /** Ends the waiting; left out: the person can only wait or undo. */
  onNow?: () => void
}

/** The seconds in which a deletion can be undone, because nothing was sent yet. `U`, which it names, is bound by the page. */
export function UndoBar({ children, secondsLeft, undoLabel, onUndo, onNow }: UndoBarProps) {
  const undo = useRef<HTMLButtonElement>(null)
  // What was pressed has often gone, and the key that undoes must not be typed into a field. A list keeps the focus: all keys work there.
  useEffect(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || isTyping(activeElement)) undo.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className="bottom-bar" role="group" aria-label="Undo" data-bulk-bar>
      <span className={`ring strong num ${classes.clock}`} aria-hidden>
        {secondsLeft || '…'}
      </span>
      <span role="status" className="grow">
        {children}
      </span>
      <span className="bar-actions">
        {onNow && (
          <Button variant="subtle" tone="quiet" className="settles" onClick={onNow}>
            Delete now
          </Button>
        )}
        <Button ref={undo} icon="undo" rightSection={<kbd>U</kbd>} aria-keyshortcuts="U" onClick={onUndo} aria-label={undoLabel}>
          Undo
        </Button>
      </span>
    </div>
  )
}

/** @param at milliseconds of this device's clock */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1000))
}
