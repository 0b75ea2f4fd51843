import type { Browser, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { startProduct } from '../e2e/support/product.ts'
import { withFolder } from '../proof/data.ts'
import { type Account, prepareAccounts } from './accounts.ts'
import { launchBrowser, signedInContext } from './browser.ts'
import { machine, median } from './figures.ts'
import { timeUntilPainted, untilPainted, watchPaints } from './painted.ts'

/**
 * The list of chats, the overview, the palette and the chat switcher with 5 and with 2,000 chats, in Chromium at full speed. Needs `npm run build`.
 * The folders of other builds as arguments are measured too, in turns: two versions can be compared on a busy machine. Prints figures without a
 * verdict.
 */

const sizes = [5, 2000]
const rounds = 7
const builds = ['', ...process.argv.slice(2)]

type Note = (what: string, ms: number) => void

/** Opens pages and measures what is done there, until the result is painted. Conditions are JavaScript of the page, as text. */
function measuring(page: Page, note: Note) {
  const measured = async (what: string, type: 'keydown' | 'pointerdown', action: () => Promise<void>, isShown: string) =>
    note(what, await timeUntilPainted(page, type, action, isShown))
  const until = (isShown: string) => untilPainted(page, isShown)
  return {
    until,
    open: async (path: string, isShown: string) => {
      await page.goto(path, { waitUntil: 'commit' })
      return until(isShown)
    },
    press: (what: string, key: string, isShown: string) => measured(what, 'keydown', () => page.keyboard.press(key), isShown),
    click: (what: string, name: string, role: 'button' | 'checkbox', isShown: string) =>
      measured(what, 'pointerdown', () => page.getByRole(role, { name }).first().click(), isShown),
  }
}

const rows = `document.querySelectorAll('[data-index]').length`
const summary = `(document.querySelector('[role=status]')?.textContent ?? '')`
const selected = `(document.querySelector('[aria-label="Selected chats"]')?.textContent ?? '')`
/** Of what is open: the palette or the switcher. */
const field = `document.querySelector('[role=dialog]:not([aria-busy]) input')?.value`
const choices = `[...document.querySelectorAll('[role=dialog]:not([aria-busy]) :is([role=option], button, li a)')]`

async function visitList(page: Page, chats: number, note: Note): Promise<void> {
  const { open, press, click } = measuring(page, note)
  const isShown = `${rows} > 4`
  // The first visit fetches the code.
  await open(to.chats(), isShown)
  note('/chats: rows', await open(to.chats(), isShown))
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').focus()
  let typed = ''
  for (const key of 'garden') {
    typed += key
    // Hashes are searched too: short words are found in some of them.
    await press(`/chats: key ${typed.length}`, key, `${summary} !== globalThis.before && document.activeElement.value === '${typed}'`)
    if (typed.length === 1) await page.evaluate(`globalThis.before = ''`)
  }
  await press('/chats: clearing', 'Escape', `!${summary}.includes(' of ') || ${summary}.startsWith('${chats.toLocaleString('en')} chats')`)
  const names = await page.getByRole('table').getByRole('link').allTextContents()
  await page.getByRole('checkbox', { name: `Select ${names[1]}`, exact: true }).click()
  await page.getByRole('region', { name: 'Selected chats' }).waitFor()
  await click('/chats: ticking', `Select ${names[2]}`, 'checkbox', `${selected}.startsWith('2 chats')`)
  await click('/chats: unticking', `Select ${names[2]}`, 'checkbox', `${selected}.startsWith('1 chat')`)
  await click('/chats: ticking all', 'Select all', 'checkbox', `${selected}.startsWith('${chats.toLocaleString('en')} chats')`)
  await press('/chats: unticking all', 'Escape', `${selected} === ''`)
  for (const head of ['Name', 'Last used', 'Type'])
    await click(`/chats: sorting by ${head}`, head, 'button', `document.querySelector('th [data-sorted]')?.textContent === '${head}'`)
}

async function visitPalette(page: Page, note: Note): Promise<void> {
  const { until, press } = measuring(page, note)
  await page.keyboard.press('Control+k')
  await until(`${choices}.length > 2`)
  await page.keyboard.press('Escape')
  await until(`${field} === undefined`)
  await press('palette: opening', 'Control+k', `${choices}.length > 2`)
  for (const [index, key] of ['g', 'a', 'r'].entries()) await press(`palette: key ${index + 1}`, key, `${field}?.length === ${index + 1}`)
  for (const left of [2, 1, 0]) await press(`palette: ${left} letters left`, 'Backspace', `${field}?.length === ${left}`)
  await page.keyboard.press('Escape')
}

async function visitSwitcher(page: Page, chatId: number, note: Note): Promise<void> {
  const { open, until, press, click } = measuring(page, note)
  const button = 'switch to another chat'
  await open(to.settings(chatId), `document.querySelector('h1 button')`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: button }).click()
  await until(`${choices}.length > 1`)
  await page.getByRole('button', { name: button }).click()
  await until(`${field} === undefined`)
  await click('switcher: opening', button, 'button', `${choices}.length > 1`)
  await page.getByRole('searchbox', { name: 'Search chats' }).focus()
  for (const [index, key] of ['c', 'a', 'f'].entries()) await press(`switcher: key ${index + 1}`, key, `${field}?.length === ${index + 1}`)
  await click('switcher: clearing', 'Clear: Search chats', 'button', `${field} === ''`)
}

async function visit(browser: Browser, address: string, { token, chatId, chats }: Account, note: Note): Promise<void> {
  const context = await signedInContext(browser, address, token)
  await watchPaints(context)
  const page = await context.newPage()
  await visitList(page, chats, note)
  await visitPalette(page, note)
  await visitSwitcher(page, chatId, note)
  const isShown = `document.querySelector('#recently-used')`
  const { open } = measuring(page, note)
  await open(to.home(), isShown)
  note('overview', await open(to.home(), isShown))
  await context.close()
}

await withFolder(async (folder) => {
  const accounts = await prepareAccounts(folder, sizes)
  const browser = await launchBrowser()
  /** Milliseconds by what was done, for each build and account. */
  const columns = builds.flatMap((build) => accounts.map((account) => ({ build, account, figures: new Map<string, number[]>() })))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const build of builds) {
      const product = await startProduct({ DATA_DIR: folder }, build ? { folder: build } : {})
      for (const { account, figures } of columns.filter((column) => column.build === build))
        await visit(browser, product.address, account, (what, ms) => {
          if (round > 0) figures.set(what, [...(figures.get(what) ?? []), ms])
        })
      await product.stop()
    }
  console.log(
    `milliseconds, medians of ${rounds}: ${columns.map(({ build, account }) => `${account.chats} chats ${build}`.trim()).join(' | ')}`,
  )
  for (const what of columns[0]?.figures.keys() ?? []) {
    const medians = columns.map(({ figures }) => median(figures.get(what) ?? []))
    console.log(what.padEnd(26), ...medians.map((ms) => ms.toFixed(0).padStart(6)))
  }
  console.log(machine(browser))
  await browser.close()
})
