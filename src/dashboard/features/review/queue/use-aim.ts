import { useEffect, useRef, useState, type PointerEvent } from 'react'

/**
 * Whether the person is about to click in the list. `away`: no pointer is over it, or the person uses the keyboard. `resting`: the pointer is over it, or a
 * finger has touched it. `aiming`: the pointer moved a moment ago.
 */
type Aim = 'away' | 'resting' | 'aiming'

const aimingMs = 1000

/** Rows must not move under a pointer. @returns the state, and the handlers of the list */
export function useAim() {
  const [aim, setAim] = useState<Aim>('away')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const onKey = () => setAim('away')
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      clearTimeout(timer.current)
    }
  }, [])

  function move() {
    setAim('aiming')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAim((now) => (now === 'aiming' ? 'resting' : now)), aimingMs)
  }
  function leave({ pointerType }: PointerEvent) {
    // A touch pointer leaves whenever the finger is lifted.
    if (pointerType === 'mouse') setAim('away')
  }
  return { aim, handlers: { onPointerMove: move, onPointerDown: move, onPointerLeave: leave } }
}
