import type { MouseEvent } from 'react'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-change]')]

/** The row that has the focus, or in which something has it, with its key. */
export function focusedChange(): { element: HTMLElement; key: string } | null {
  const element = document.activeElement?.closest<HTMLElement>('[data-change]')
  return element ? { element, key: element.dataset['change'] ?? '' } : null
}

/** To the next row or the one before; from elsewhere to the first one. */
export function moveFocus(step: 1 | -1): void {
  const focused = focusedChange()
  const all = rows()
  const next = focused ? all[all.indexOf(focused.element) + step] : all[0]
  next?.focus()
}

/** For the button of a row that leaves with it: by the keyboard the focus goes on to the row after it. */
export const leaving =
  (act: () => void) =>
  ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail === 0) leaveChange(currentTarget)
    act()
  }

/** Somebody decided about the row that this is or is in: it leaves, with its buttons, and the focus goes to the one after or before it. */
export function leaveChange(inside: Element): void {
  const all = rows()
  const index = all.findIndex((row) => row.contains(inside))
  const near = all[index + 1] ?? all[index - 1] ?? document.querySelector<HTMLElement>('[data-changes]')
  near?.focus()
}
