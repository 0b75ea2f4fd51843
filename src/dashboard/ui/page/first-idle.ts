let resolve = () => {}

/** Resolves once the first page is shown and the browser is idle. What nobody needs for the first rows is loaded from then on. */
export const firstIdle = new Promise<void>((settle) => {
  resolve = settle
})

/** Safari has no idle callback. */
const whenIdle = globalThis.requestIdleCallback ?? setTimeout

const hasSkeleton = () => document.querySelector('[role=status][aria-label^=Loading]') !== null

/** A slow service must not hold back what later clicks need. */
const maxWaitMs = 2000

/**
 * To be called when the first page is about to be drawn.
 * @param isReading whether the page still reads data; its first rows may be among it
 */
export function firstPageReady(isReading: () => boolean) {
  const start = performance.now()
  // A hidden page draws no frames.
  const afterNextFrame = (work: () => void) => (document.hidden ? setTimeout(work) : requestAnimationFrame(() => setTimeout(work)))
  const mustWait = () => (isReading() || hasSkeleton()) && performance.now() - start < maxWaitMs
  // Asked again once the browser is idle: only then have the effects of what was drawn begun to load.
  const wait = () => afterNextFrame(() => (mustWait() ? wait() : whenIdle(() => (mustWait() ? wait() : resolve()))))
  wait()
}
