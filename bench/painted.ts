import type { BrowserContext, Page } from '@playwright/test'

/**
 * `painted` resolves to the time of the first frame that shows what is asked for, `watch` measures it from the next event. As text: the compiler of
 * this file would insert names that do not exist in the page.
 */
const watcher = `
  globalThis.painted = (isShown) => new Promise((resolve, reject) => {
    const end = performance.now() + 20000
    const look = () => requestAnimationFrame((now) => {
      if (isShown()) setTimeout(() => resolve(performance.now()))
      else if (now < end) look()
      else reject(new Error('Never shown: ' + isShown))
    })
    look()
  })
  globalThis.watch = (type, isShown) => {
    globalThis.watched = new Promise((resolve, reject) =>
      addEventListener(type, (event) => painted(isShown).then((end) => resolve(end - event.timeStamp), reject), { capture: true, once: true }),
    )
  }`

/** Adds to every page of the context what the functions below need. */
export const watchPaints = (context: BrowserContext) => context.addInitScript(watcher)

/** Resolves to the milliseconds since the navigation began. @param isShown an expression of the page, as text */
export const untilPainted = (page: Page, isShown: string) => page.evaluate(`painted(() => ${isShown})`) as Promise<number>

/** Milliseconds from the first event of this type that the action causes. @param isShown an expression of the page, as text */
export async function timeUntilPainted(
  page: Page,
  type: 'keydown' | 'pointerdown' | 'click',
  action: () => Promise<void>,
  isShown: string,
): Promise<number> {
  await page.evaluate(`watch('${type}', () => ${isShown})`)
  await action()
  return (await page.evaluate('watched')) as number
}
