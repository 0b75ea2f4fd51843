// @ts-check
/**
 * Runs inside the measured page before its own scripts. Reports when the page's own content is on the screen, where its control is, and how fast each
 * click on it is answered. Times are milliseconds since the navigation began.
 */
{
  /** @type {any} The benchmark defines `watched` and `report` in the page. */
  const page = globalThis
  const { content, control } = page.watched
  const report = (/** @type {object} */ message) => page.report(JSON.stringify(message))

  /** @param {string} selector */
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].find((element) => element.checkVisibility({ visibilityProperty: true }))

  /** Calls back once the next frame has been painted. @param {(now: number) => void} then */
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => then(performance.now()))
      port1.start()
      port2.postMessage(null)
    })

  const look = () => {
    if (!shown(content)) return
    waiting.disconnect()
    painted((now) => {
      report({ kind: 'content', at: now, origin: performance.timeOrigin })
      page.offerControl()
    })
  }
  const waiting = new MutationObserver(look)
  waiting.observe(document, { childList: true, subtree: true, attributeFilter: ['style', 'hidden'] })

  /** Reports the middle of the control as soon as there is one. */
  page.offerControl = () => {
    const element = shown(control)
    if (!element) return void requestAnimationFrame(page.offerControl)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const { x, y, width, height } = element.getBoundingClientRect()
    report({ kind: 'control', x: x + width / 2, y: y + height / 2 })
  }

  let changed = false
  const changes = new MutationObserver(() => (changed = true))
  /** @type {Element | null} */
  let focused = null
  let began = 0
  let took = 0
  // As the Event Timing API counts it, from the time of the event to the next frame, but also where that is less than the 16 ms it reports.
  for (const type of ['pointerdown', 'click'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        if (type === 'pointerdown') {
          changed = false
          focused = document.activeElement
          began = timeStamp
          took = 0
          changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
        }
        painted((now) => {
          took = Math.max(took, now - timeStamp)
          if (type !== 'click') return
          changes.disconnect()
          report({ kind: 'answer', began, took, changed: changed || document.activeElement !== focused })
        })
      },
      true,
    )
}
