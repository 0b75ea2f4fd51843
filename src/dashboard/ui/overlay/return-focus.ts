import { isOverlayOpen, isTyping, overlays } from './keys.tsx'

interface Visit {
  element: HTMLElement
  path: string
  /** What holds the row it is in, and which row that is: another one may take its place. */
  list: HTMLElement | null
  index: number
  isInOverlay: boolean
}

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled'

/**
 * What has the focus may go: dialogs, drawers and menus when they close, a row when its thing is deleted, a bar when nothing is selected any more. The
 * browser then leaves the focus nowhere. From now on it goes back to where it was before; where that is gone as well, to the row that took its place;
 * and else to the page, also where another page was opened. Only an overlay that was opened while the person typed gives the focus back to a text field:
 * after anything else the next key is meant for the page, such as the one that undoes, and would be typed instead. Called once.
 */
export function returnFocus(): void {
  /** Newest first. */
  let visits: Visit[] = []

  document.addEventListener('focusin', ({ target: element }) => {
    if (!(element instanceof HTMLElement)) return
    const row = element.closest('tr, li, [role=row]')
    const list = row?.parentElement ?? null
    const index = row && list ? [...list.children].indexOf(row) : 0
    const isInOverlay = element.closest(overlays) !== null
    visits = [{ element, path: location.pathname, list, index, isInOverlay }, ...visits.filter((other) => other.element !== element)].slice(
      0,
      20,
    )
  })

  // A click beside everything takes the focus away on purpose.
  addEventListener(
    'click',
    () => {
      if (hasNoFocus() && !isOverlayOpen()) visits = []
    },
    true,
  )

  new MutationObserver((changes) => {
    const [last] = visits
    if (!last || !hasNoFocus()) return
    // A button loses the focus while it is disabled, as for the time of its own request, and a link while its page is hidden because the next one loads.
    const isUsableAgain =
      changes.some(({ type, target }) => type === 'attributes' && target.contains(last.element)) && last.element.checkVisibility()
    if (last.element.isConnected && !isUsableAgain) return
    // What outlived the page that it was focused on is part of the one that is open now.
    if (isUsableAgain) last.path = location.pathname
    // Never beneath an overlay that is still open.
    const ground = [...document.querySelectorAll<HTMLElement>(overlays)].at(-1) ?? document.body
    const typedBefore = visits.find(({ isInOverlay }) => !isInOverlay)
    const mayType = last.isInOverlay || isUsableAgain ? typedBefore?.element : undefined
    const candidates = visits
      .filter(({ path }) => path === location.pathname)
      .flatMap((visit) => [visit.element, rowInPlaceOf(visit)])
      .filter(
        (element) =>
          element !== null && ground.contains(element) && (element === mayType || !isTyping(element) || element.closest(overlays) !== null),
      )
    if (!candidates.some(focus)) focus(ground === document.body ? document.querySelector('main') : ground)
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
}

const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body

function focus(element: HTMLElement | null): boolean {
  element?.focus({ preventScroll: true })
  return element !== null && document.activeElement === element
}

function rowInPlaceOf({ list, index }: Visit): HTMLElement | null {
  if (!list?.isConnected) return null
  // A grid has the focus itself and moves a cursor over its rows.
  const grid = list.closest<HTMLElement>('[role=grid]')
  if (grid) return grid
  return list.children[Math.min(index, list.children.length - 1)]?.querySelector<HTMLElement>(focusable) ?? null
}
