// @ts-check
/**
 * Runs in the page before its own scripts: notes the event timing of every click and key, with the page and the name of the target.
 * @typedef {import('./recording.ts').Interaction} Interaction
 */

{
  /** @type {Map<string, { target: EventTarget | null, path: string, key: string }>} */
  const inputs = new Map()
  /** @type {Map<number, Interaction>} by the id of the interaction: a click consists of three events */
  const slow = new Map()

  // The name is read later: work in this listener would count as the page's.
  const note = (/** @type {Event} */ event) => {
    const key = event instanceof KeyboardEvent ? event.key : ''
    inputs.set(`${event.type} ${event.timeStamp}`, { target: event.target, path: location.pathname, key })
  }
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'])
    addEventListener(type, note, { capture: true, passive: true })

  const nameOf = (/** @type {EventTarget | null | undefined} */ target) => {
    const element = target instanceof Element ? (target.closest('a, button, input, select, textarea, [role]') ?? target) : null
    if (!element || element === document.body) return 'the page'
    const labelled = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
    const name = element.getAttribute('aria-label') ?? labelled ?? element.textContent ?? ''
    return `${element.getAttribute('role') ?? element.localName} “${name.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`
  }

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      // The observed type has only these.
      const { name, startTime, duration, processingStart, processingEnd, interactionId, target } = /** @type {PerformanceEventTiming} */ (
        entry
      )
      const known = slow.get(interactionId)
      if (interactionId === 0 || (known && known.duration >= duration)) continue
      const input = inputs.get(`${name} ${startTime}`)
      const [inputDelay, processing] = [processingStart - startTime, processingEnd - processingStart]
      slow.set(interactionId, {
        page: (input?.path ?? location.pathname).replace(/^\/chats\/\d+/, '/chats/…'),
        action: `${input?.key ? `${input.key} in` : 'click'} ${nameOf(input?.target ?? target)}`,
        duration,
        inputDelay,
        processing,
        presentation: Math.max(0, duration - inputDelay - processing),
      })
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: true }))

  // Their number, the fast ones included, is newer than TypeScript's library.
  const count = () => /** @type {{ interactionCount?: number }} */ (/** @type {unknown} */ (performance)).interactionCount ?? 0
  Object.assign(globalThis, { readInteractions: () => ({ slow: [...slow.values()], total: count() }) })
}
