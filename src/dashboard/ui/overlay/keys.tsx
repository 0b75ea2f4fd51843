import { Suspense, useEffectEvent, useLayoutEffect, useState } from 'react'
import { OverlayFallback } from './OverlayFallback.tsx'
import type { ListedKey } from './listed-keys.ts'
import { lazyPart } from '../page/lazy-part.tsx'

const KeysDialog = lazyPart(async () => (await import('./KeysDialog.tsx')).KeysDialog)

/** Keys of the page. Every key names what it does, so `?` can show all that work right now. */

/** The key that Mod stands for, as it is written on this keyboard. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export interface KeyBinding extends ListedKey {
  run: () => void
}

let bindings: readonly KeyBinding[] = []
export const currentBindings = () => bindings

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox],[type=radio]), textarea, select'))

/** What lies over the page and takes its keys and its focus. */
export const overlays = '[role=dialog], [role=menu]'
export const isOverlayOpen = () => document.querySelector(overlays) !== null

/**
 * A key of an input method belongs to the word that is being written: the Enter that confirms it must not add, save or open anything. No handler sees
 * such a key, those of components neither. Safari says 229 for the last one only, after the composition has ended.
 */
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  },
  true,
)

/**
 * Whether an overlay was open when the key was pressed. Asked before anything acts on the key: the Escape that closes a dialog is not meant for the
 * page beneath, although the dialog is gone when the page hears of it.
 */
let isForOverlay = false
addEventListener(
  'keydown',
  (event) => {
    isForOverlay = isOverlayOpen()
    // A dialog owns the keyboard also before the focus is in it. Escape it hears wherever the focus is.
    if (event.key === 'Escape' || !document.querySelector('[aria-modal=true]')) return
    if (event.target instanceof Element && event.target.closest(`${overlays}, [data-portal]`)) return
    event.preventDefault()
    event.stopPropagation()
  },
  true,
)

/** The key before, for those that come in twos; forgotten after a second and while somebody types. */
let lead = { key: '', at: 0 }
addEventListener(
  'keydown',
  (event) => (lead = { key: isTyping(event.target) || event.ctrlKey || event.metaKey ? '' : event.key, at: event.timeStamp }),
)

/** The second of two keys is no key of its own. */
function pressedKey({ key, shiftKey, timeStamp }: KeyboardEvent): string {
  if (shiftKey && key.length > 1) return `Shift ${key}`
  const both = `${lead.key} ${key}`
  return timeStamp - lead.at <= 1000 && bindings.some((one) => one.key === both) ? both : key
}

/**
 * While the component is drawn, `key` (as in KeyboardEvent.key, `Shift ArrowDown`, or two of them: `g t`) does what `label` says.
 * Never while somebody types or an overlay is open, except Escape in a search field, which the field handles itself. Arrows choose among radios.
 * @param options `repeats`: again and again while the key is held down, which only keys that move should do
 */
export function useKey(key: string, label: string, action: () => void, enabled = true, options: { repeats?: true } = {}) {
  const run = useEffectEvent(action)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (key !== pressedKey(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTyping(event.target) || isForOverlay || (key.includes('Arrow') && (event.target as HTMLInputElement).type === 'radio')) return
    event.preventDefault()
    if (!event.repeat || options.repeats) action()
  })
  // Before anything is drawn: who sees the page can press its keys.
  useLayoutEffect(() => {
    if (!enabled) return
    const binding = { key, label, run: () => run() }
    const listener = (event: KeyboardEvent) => onKey(event)
    bindings = [...bindings, binding]
    document.addEventListener('keydown', listener)
    return () => {
      bindings = bindings.filter((other) => other !== binding)
      document.removeEventListener('keydown', listener)
    }
  }, [key, label, enabled])
}

/** Mod and a letter, also while somebody types. The browser never does what it has on these keys. @param isEverywhere in dialogs, too */
export function useModKey(letter: string, action: () => void, isEverywhere?: true) {
  const run = useEffectEvent(action)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (isEverywhere || !isForOverlay) run()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [letter, isEverywhere])
}

/** The dialog behind `?`. */
export function KeyboardHelp() {
  const [opened, setOpened] = useState(false)
  useKey('?', 'Show keyboard shortcuts', () => setOpened(true))
  return <Suspense fallback={<OverlayFallback />}>{opened && <KeysDialog keys={bindings} onClose={() => setOpened(false)} />}</Suspense>
}
