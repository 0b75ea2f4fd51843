import { bigScreen, everyPath } from '../../e2e/support/pages.ts'
import { to } from '#dashboard/platform/to.ts'
import type { Browser } from './browser.ts'

/** Every page as it loads: it gets ready, reports nothing, scrolls sideways nowhere and asks no other host. */

/** Waits until the page is ready, then lists what is wrong with its layout and its requests. */
const inspect = `async () => {
  const until = performance.now() + 30000
  // Quiet as well: a request that the next navigation cuts off would be reported as an error of the page, and parts of it are drawn later.
  let requests = -1, since = 0
  const observer = new MutationObserver(() => (since = performance.now()))
  observer.observe(document.body, { childList: true, subtree: true })
  const isQuiet = () => {
    const now = performance.getEntriesByType('resource').length
    if (now !== requests) since = performance.now()
    requests = now
    return performance.now() - since > 500
  }
  const isReady = () => isQuiet() && document.querySelector('#root h1') && !document.querySelector('[role=status][aria-label^=Loading]')
  while (!isReady() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
  observer.disconnect()
  if (!isReady()) return ['it does not get ready']
  const { scrollWidth, clientWidth } = document.documentElement
  const elsewhere = performance.getEntriesByType('resource').filter(({ name }) => !/^(data|blob):/.test(name) && new URL(name).origin !== location.origin)
  return [
    ...(scrollWidth > clientWidth ? ['it scrolls sideways: ' + scrollWidth + ' in ' + clientWidth + ' px'] : []),
    ...elsewhere.map(({ name }) => 'it asks another host: ' + name),
  ]
}`

/** Goes to a path without loading the page again, as a link does. What WebKit reports while it draws the next page is only seen this way. */
export const goWithin = (browser: Browser, path: string) =>
  browser.run(`() => {
    history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))
  }`)

/** What is wrong with the page that is open, and what it has reported since the last look. */
export async function wrongWith(browser: Browser, width: number): Promise<string[]> {
  const wrong = await browser.run<string[]>(inspect)
  const inside = await browser.run<number>('() => innerWidth')
  return [...wrong, ...(await browser.problems()), ...(inside === width ? [] : [`the window is ${inside} px wide`])]
}

/** The path of every page, those without a frame included, once there is a poll. */
export const tourOf = (chatId: number) => [...everyPath(chatId), bigScreen.path(chatId), to.newRule(), '/sign-in', '/join']
