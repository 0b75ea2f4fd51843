import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react'

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

/** Keys of the page. Every key names what it does, so `?` can show all that work right now. */

export interface Binding {
  key: string
  label: string
  act: () => void
}

let bindings: readonly Binding[] = []
export const currentBindings = () => bindings

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]), textarea, select'))

/** Then keys and the focus belong to it, and not to the page beneath. */
export const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** The key before, for those that come in twos; forgotten after a second and while somebody types. */
let lead = { key: '', at: 0 }
addEventListener('keydown', (event) => (lead = { key: isTyping(event.target) ? '' : event.key, at: event.timeStamp }))

/**
 * While the component is drawn, `key` (as in KeyboardEvent.key, or two of them: `g t`) does what `label` says.
 * Never while somebody types or a dialog is open, except Escape in a search field, which the field handles itself.
 */
export function useKey(key: string, label: string, act: () => void, enabled = true) {
  const run = useEffectEvent(act)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [last, first] = key.split(' ').toReversed()
    if (event.key !== last || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (first !== undefined && (lead.key !== first || event.timeStamp - lead.at > 1000)) return
    if (isTyping(event.target) || isDialogOpen()) return
    event.preventDefault()
    act()
  })
  // Before anything is drawn: who sees the page can press its keys.
  useLayoutEffect(() => {
    if (!enabled) return
    const binding = { key, label, act: () => run() }
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
