import { useLayoutEffect } from 'react'
import { viewCookie, viewText } from '#contract/page-view.ts'
import { firstIdle } from '#dashboard/ui/page/first-idle.ts'
import { sidebarKeys } from './shell/sidebar-keys.ts'

/**
 * The page that the gateway has drawn into its answer, until the script has drawn the same page in its place. What a person did in the meantime goes on
 * in the new one.
 */

/** public/browser.js notes the last button that was pressed, and the fields that somebody changed. */
const root = document.querySelector<HTMLElement & { pressed?: Element; touched?: Element[] }>('#root')
const isDrawn = root?.dataset['drawn'] !== undefined
const controls = () => [...(root?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]') ?? [])]
const nameOf = (control: Element) => `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`

const before = isDrawn ? controls() : []
let focused = document.activeElement
if (isDrawn) root?.addEventListener('focusin', ({ target }) => (focused = target as Element))

/** Drawn with the first page, after all else of it. */
export function FromDrawnPage() {
  useLayoutEffect(goOn, [])
  return null
}

function goOn() {
  if (!isDrawn || !root) return
  delete root.dataset['drawn']
  const after = controls()
  /** The same code has drawn it from the same data. */
  const again = (control: Element | undefined) => {
    if (!control) return
    const index = before.indexOf(control as HTMLElement)
    const isSame = (other: Element | undefined) => other !== undefined && nameOf(other) === nameOf(control)
    return index < 0 || isSame(after[index]) ? after[index] : after.find(isSame)
  }
  for (const field of new Set(root.touched)) goOnWith(field, again(field))
  const next = focused ? again(focused) : undefined
  next?.focus({ preventScroll: true })
  if (isField(focused) && isField(next) && focused.selectionStart !== null)
    next.setSelectionRange(focused.selectionStart, focused.selectionEnd)
  again(root.pressed)?.click()
}

type Field = HTMLInputElement | HTMLTextAreaElement
const isField = (control: Element | null | undefined): control is Field =>
  control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement

/** What was typed, chosen or ticked. */
function goOnWith(field: Element, next: Element | undefined) {
  if (!isField(field) || !isField(next)) return
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    if (field.checked !== field.defaultChecked) next.click()
  } else if (field.value !== field.defaultValue) {
    // React hears of a value only where it is set past its own setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(next), 'value')?.set?.call(next, field.value)
    next.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const yearSeconds = 31_536_000

/** Tells the gateway how to draw the next page that is opened in this window. */
function keepView() {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  const choice = localStorage.getItem(matchMedia('(max-width: 74.99em)').matches ? sidebarKeys.narrow : sidebarKeys.wide)
  const view = { width: innerWidth, height: innerHeight, zone, ...(choice !== null && { folded: choice === 'yes' }) }
  document.cookie = `${viewCookie}=${viewText(view)}; Path=/; SameSite=Strict; Max-Age=${yearSeconds}`
}

void firstIdle.then(() => {
  keepView()
  addEventListener('pagehide', keepView)
})
