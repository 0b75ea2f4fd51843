import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installFromDebian } from '../../scripts/browser.mjs'
import { built } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { withProduct, type Given } from '../data.ts'
import type { Browser, Engine, Scheme } from './browser.ts'
import { goWithin, tourOf, wrongWith } from './every-page.ts'
import { firefox } from './firefox.ts'
import { personAt } from './person.ts'
import { signIn, tasks } from './tasks.ts'
import { startTlsProxy } from './tls-proxy.ts'
import { webkit } from './webkit.ts'

/**
 * The main tasks and every page in Firefox and WebKit, in the build that is there: `npm run test:browsers`. `-- webkit` names one engine, `--task WORDS`
 * runs only the tasks with these words in their name and visits no pages, `--pictures FOLDER` keeps a picture of each page and of each task that fails.
 * Installs the browsers on Debian. Exit code 1 when anything is wrong or a browser cannot be had.
 */

const { positionals, values } = parseArgs({ allowPositionals: true, options: { pictures: { type: 'string' }, task: { type: 'string' } } })
const chosenTasks = tasks.filter(({ name }) => name.includes(values.task ?? ''))
const engines = [firefox, webkit]
const widths = [1280, 360]
const schemes = ['light', 'dark'] as const

const unknown = positionals.filter((name) => !engines.some((engine) => engine.name === name))
if (unknown.length > 0)
  throw new Error(`There is no engine ${unknown.join(', ')}; there are ${engines.map(({ name }) => name).join(' and ')}`)
if (!existsSync(built('main'))) throw new Error('There is no build to test: npm run build')
if (values.pictures) mkdirSync(values.pictures, { recursive: true })

for (const engine of engines.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  if (engine.isInstalled() || (installFromDebian(...engine.packages) && engine.isInstalled())) await withTls((given) => test(engine, given))
  else
    figure(
      'A3',
      false,
      `${engine.name} was not tested: it cannot be had here. On Debian: apt-get install --no-install-recommends ${engine.packages.join(' ')}`,
    )
}

async function test(engine: Engine, given: Given): Promise<void> {
  const begun = Date.now()
  const found: string[] = []
  let pages = 0
  for (const scheme of values.task === undefined ? schemes : (['light'] as const))
    await withBrowser(engine, scheme, async (browser) => {
      await browser.resize(1280, 800)
      await signIn(personAt(browser, given.product.address), given.token)
      if (scheme === 'light') for (const task of chosenTasks) await carryOut(browser, task)
      if (values.task === undefined) pages = await tour(browser, scheme)
    })
  const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
  figure(
    'A3',
    found.length === 0,
    `${engine.name}: ${chosenTasks.length} tasks, ${pages} pages at ${widths.join(' and ')} px, light and dark, in ${minutes} min: ${found.length === 0 ? 'nothing wrong' : `${found.length} wrong`}`,
  )

  function report(words: string): void {
    found.push(words)
    console.log(`${engine.name} ${words}`)
  }

  async function carryOut(browser: Browser, task: (typeof tasks)[number]): Promise<void> {
    const { product, token, chatIds } = given
    try {
      await task.carryOut(personAt(browser, product.address), { token, chatId: chatIds[0]! })
      for (const words of await wrongWith(browser, 1280)) report(`“${task.name}”: ${words}`)
    } catch (error) {
      const focused = await browser
        .run<string>('() => document.activeElement.cloneNode().outerHTML')
        .catch(() => 'nothing that can be read')
      report(`“${task.name}”: ${error instanceof Error ? error.message : String(error)}; the focus is on ${focused}`)
      await keepPicture(browser, `failed-${task.name}`)
    }
  }

  async function tour(browser: Browser, scheme: Scheme): Promise<number> {
    const paths = tourOf(given.chatIds[0]!)
    for (const width of widths) {
      await browser.resize(width, 800)
      for (const path of paths) {
        if (width === widths[0]) await browser.goTo(given.product.address + path)
        else await goWithin(browser, path)
        for (const words of await wrongWith(browser, width)) report(`${scheme} ${width} ${path}: ${words}`)
        await keepPicture(browser, `${scheme}-${width}${path}`)
      }
    }
    return paths.length
  }

  async function keepPicture(browser: Browser, name: string): Promise<void> {
    if (!values.pictures) return
    const file = `${engine.name}-${name.replaceAll(/[^\w-]+/g, '-')}.png`
    writeFileSync(join(values.pictures, file), await browser.picture(), 'base64')
  }
}

/** Work with a product behind a TLS proxy: over plain http WebKit keeps pages in its back/forward cache that it does not keep over https. */
async function withTls(work: (given: Given) => Promise<void>): Promise<void> {
  const proxy = await startTlsProxy()
  const { address } = proxy
  const withAddress = (given: Given) => {
    proxy.forwardTo(given.product.address)
    return work({ ...given, product: { ...given.product, address } })
  }
  try {
    await withProduct([300], withAddress, { ORIGIN: address, TRUSTED_PROXIES: '127.0.0.1' })
  } finally {
    await proxy.close()
  }
}

async function withBrowser(engine: Engine, scheme: Scheme, work: (browser: Browser) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'roomkeeper-browser-'))
  try {
    const browser = await engine.open(folder, scheme)
    try {
      await work(browser)
    } finally {
      await browser.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
