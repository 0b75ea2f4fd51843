/** What stands under the pointer of a page. These functions run in the page. */

export interface Standing {
  x: number
  y: number
  /** The name of the control, or the text; '': nothing. */
  what: string
  /** It deletes messages. */
  deletes: boolean
}

/** The controls of messages, entries and the bars about them that are in sight, each at its centre. */
export function controlsInSight(): Standing[] {
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim()
  const places = '[role=row][id^="message-"], li[data-entry], aside[aria-label="Details"], [role=group][aria-label="Undo"]'
  return [...document.querySelectorAll(`main :is(${places}) :is(button, input[type=checkbox])`)].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const at = { x: x + width / 2, y: y + height / 2 }
    const top = document.elementFromPoint(at.x, at.y)
    return top && element.contains(top) ? [{ ...at, what: nameOf(element), deletes: nameOf(element).startsWith('Delete') }] : []
  })
}

/**
 * Also buttons that do not react yet, because they have just appeared. Not the bar of the selected messages: in a narrow window the first one opens it over
 * the last rows, and its button settles first.
 */
export function standsAt({ x, y }: { x: number; y: number }): Standing {
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim()
  const bin = [...document.querySelectorAll('main :not([aria-label="Selected messages"] *) > button')].find((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return nameOf(element).startsWith('Delete') && left < x && x < right && top < y && y < bottom
  })
  if (bin) return { x, y, what: nameOf(bin), deletes: true }
  const top = document.elementFromPoint(x, y)
  const control = top?.closest('button, a, input')
  const text = [...(top?.childNodes ?? [])].map((node) => (node instanceof Text ? node.data : '')).join('')
  return { x, y, what: control ? nameOf(control) : text.trim(), deletes: false }
}
