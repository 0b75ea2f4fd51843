import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { everyPath } from '../../e2e/support/pages.ts'
import { withProduct, type Given } from '../data.ts'
import { openFirefox, program as firefox } from './firefox.ts'
import { openWebKit, program as webKit } from './webkit.ts'

/**
 * Every page in Firefox and WebKit, at 1280 and 360 px, light and dark: no console errors, no policy violations, nothing that scrolls sideways. Of the
 * build that is there. With a folder as its argument it leaves a picture of each. Installs nothing; it says what it misses.
 */

export interface TourBrowser {
  goTo: (url: string) => Promise<void>
  /** Runs the text of a function in the page. */
  run: <T>(script: string) => Promise<T>
  resize: (width: number, height: number) => Promise<void>
  /** A PNG in base64. */
  picture: () => Promise<string>
  /** What the browser itself reported since it was asked last. */
  trouble: () => string[]
  close: () => Promise<void>
}

export interface Tour {
  name: string
  program: string
  /** What to install on Debian. */
  packages: string
  /** @param folder its home, gone afterwards */
  open: (folder: string, scheme: 'light' | 'dark') => Promise<TourBrowser>
}

const tours: Tour[] = [
  { name: 'firefox', program: firefox, packages: 'firefox-esr', open: openFirefox },
  { name: 'webkit', program: webKit, packages: 'webkit2gtk-driver xvfb', open: openWebKit },
]
const widths = [1280, 360]
const pictures = process.argv[2]

/** Waits until the page stands, then says what is wrong with it. What a browser does not report itself is noted from here on. */
const look = `async () => {
  const until = performance.now() + 20000
  // Also nothing more is fetched: what is left behind halfway fails, and that is no fault of the page.
  let fetched = -1, since = 0
  const isQuiet = () => {
    const now = performance.getEntriesByType('resource').length
    if (now !== fetched) since = performance.now()
    fetched = now
    return performance.now() - since > 500
  }
  const isReady = () => isQuiet() && document.querySelector('#root h1') && !document.querySelector('[role=status][aria-label^=Loading]')
  while (!isReady() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50))
  if (!isReady()) return ['it does not get ready']
  const violations = await new Promise((resolve) => {
    if (!window.ReportingObserver) return resolve([])
    const observer = new ReportingObserver((reports) => resolve(reports.map(({ body }) => 'policy violation: ' + body.effectiveDirective + ' ' + body.blockedURL)), { types: ['csp-violation'], buffered: true })
    observer.observe()
    setTimeout(() => resolve([]), 100)
  })
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? ['it scrolls sideways: ' + scrollWidth + ' in ' + clientWidth + ' px'] : []
  return [...violations, ...sideways]
}`

const signIn = (token: string) => `async () => {
  const headers = { 'content-type': 'application/json', ${JSON.stringify(pageHeader.name)}: ${JSON.stringify(pageHeader.value)} }
  return (await fetch(${JSON.stringify(gatewayPaths.session)}, { method: 'POST', headers, body: ${JSON.stringify(JSON.stringify({ token }))} })).status
}`

async function take(tour: Tour, { product: { address }, token, chatIds: [chatId = 0] }: Given): Promise<number> {
  const paths = everyPath(chatId)
  let found = 0
  for (const scheme of ['light', 'dark'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-browser-'))
    const browser = await tour.open(folder, scheme)
    try {
      await browser.goTo(`${address}/sign-in`)
      const status = await browser.run<number>(signIn(token))
      if (status !== 200) throw new Error(`Signing in was answered ${status}`)
      for (const width of widths) {
        await browser.resize(width, 800)
        for (const path of paths) {
          await browser.goTo(address + path)
          const wrong = [...(await browser.run<string[]>(look)), ...browser.trouble()]
          const inside = await browser.run<number>('() => innerWidth')
          if (inside !== width) wrong.push(`the window is ${inside} px wide`)
          found += wrong.length
          for (const words of wrong) console.log(`${tour.name} ${scheme} ${width} ${path}: ${words}`)
          if (pictures)
            writeFileSync(
              join(pictures, `${tour.name}-${scheme}-${width}${path.replaceAll('/', '-')}.png`),
              await browser.picture(),
              'base64',
            )
        }
      }
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  console.log(
    `${tour.name}: ${paths.length} pages, ${widths.join(' and ')} px, light and dark: ${found === 0 ? 'nothing wrong' : `${found} wrong`}`,
  )
  return found
}

if (pictures) mkdirSync(pictures, { recursive: true })
const missing = tours.filter(({ program }) => !existsSync(program))
for (const { name, packages } of missing) console.log(`${name} is not there: apt-get install --no-install-recommends ${packages}`)
await withProduct([300], async (given) => {
  for (const tour of tours.filter((one) => !missing.includes(one))) if ((await take(tour, given)) > 0) process.exitCode = 1
})
if (missing.length > 0) process.exitCode = 1
