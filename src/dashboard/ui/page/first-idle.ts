let resolve = () => {}

/** Resolves once the first page is shown and the browser is idle. What nobody needs for the first rows is loaded from then on. */
export const firstIdle = new Promise<void>((settle) => {
  resolve = settle
})

/** Safari has no idle callback. */
export const whenIdle = globalThis.requestIdleCallback ?? setTimeout

/** To be called when the first page is about to be drawn. */
export const firstPageReady = () => requestAnimationFrame(() => whenIdle(resolve))
