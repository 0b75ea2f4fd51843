/**
 * Dialogs, drawers and menus are drawn when they open and gone when they close, which leaves the focus nowhere. From now on it goes back to where it
 * was before, or to the page where that is gone too (such as the row of a deleted chat). Called once.
 */
export function giveFocusBack(): void {
  /** Newest first. */
  let visited: { element: HTMLElement; inOverlay: boolean }[] = []

  document.addEventListener('focusin', ({ target: element }) => {
    if (!(element instanceof HTMLElement)) return
    const others = visited.filter((other) => other.element.isConnected && other.element !== element)
    visited = [{ element, inOverlay: element.closest('[role=dialog], [role=menu]') !== null }, ...others].slice(0, 20)
  })

  new MutationObserver(() => {
    const [last] = visited
    if (document.activeElement !== document.body || !last?.inOverlay || last.element.isConnected) return
    const before = visited.find(({ element }) => element.isConnected)?.element ?? document.querySelector('main')
    before?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}
