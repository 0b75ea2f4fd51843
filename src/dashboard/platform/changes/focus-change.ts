/**
 * Focuses the row of the change table that needs a person so many rows from the one that this is or is in, or else the one on its other side: a row
 * that somebody decided leaves, with its buttons.
 */
export function focusChange(inside: Element, step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-change]')]
  const index = rows.findIndex((row) => row.contains(inside))
  const near = rows[index + step] ?? rows[index - step]
  ;(near ?? document.querySelector<HTMLElement>('[data-changes]'))?.focus()
}
