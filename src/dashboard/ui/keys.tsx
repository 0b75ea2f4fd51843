import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

/** Keys of the page. Every key names what it does, so `?` can show all that work right now. */

export interface Binding {
  key: string
  label: string
}

let bindings: readonly Binding[] = []

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]), textarea, select'))

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('[role=dialog]') !== null

/**
 * While the component is drawn, `key` (as in KeyboardEvent.key) does what `label` says.
 * Never while somebody types or a dialog is open, except Escape in a search field, which the field handles itself.
 */
export function useKey(key: string, label: string, act: () => void, enabled = true) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target) || isInDialog(event.target) || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!enabled) return
    const binding = { key, label }
    const listener = (event: KeyboardEvent) => onKey(event)
    bindings = [...bindings, binding]
    document.addEventListener('keydown', listener)
    return () => {
      bindings = bindings.filter((other) => other !== binding)
      document.removeEventListener('keydown', listener)
    }
  }, [key, label, enabled])
}

/** The dialog behind `?`. */
export function KeyboardHelp() {
  const [opened, setOpened] = useState(false)
  useKey('?', 'Show these keys', () => setOpened(true))
  return <Suspense>{opened && <KeysDialog keys={bindings} onClose={() => setOpened(false)} />}</Suspense>
}
