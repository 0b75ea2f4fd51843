import type { Browser, CDPSession, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { startProduct } from '../e2e/support/product.ts'
import { withFolder } from '../proof/data.ts'
import { figure } from '../src/test-figure.ts'
import { type Account, prepareAccounts } from './accounts.ts'
import { launchBrowser, signedInContext } from './browser.ts'
import { machine, median } from './figures.ts'
import { timeUntilPainted, untilPainted, watchPaints } from './painted.ts'

/**
 * The settings of all chats in Chromium, with 200 and with 2,000 chats: frames while scrolling, keys, editing a whole row, and a paste into 60 settings
 * of 200 chats. Needs `npm run build`. Exits with 1 where the goal is missed.
 */

const sizes = [200, 2000]
const rounds = 2
/** People notice frames that take longer. Milliseconds. */
const longFrame = 50
const slowdown = 4
const maxCells = 500
const maxPasteMs = 1000
/** What a person who presses a key waits for without noticing. Milliseconds. */
const maxKeyMs = 200

const others = (index: number) => ({
  allowLinks: index % 5 !== 0,
  langId: ['en', 'de', 'pl'][index % 3]!,
  filterWords: index % 4 === 0 ? Array.from({ length: 40 }, (_, word) => `word${word}`).join(',') : '',
  groupChatWelcomeMessage: index % 2 === 0 ? 'Welcome to our chat, and mind the rules' : '',
})

interface Scroll {
  frames: number[]
  mostCells: number
}

/** Scrolls by so many pixels in each frame, there and back. In the page, as text: the compiler would insert names that do not exist there. */
const scrolled = (page: Page, left: number, top: number, count: number) =>
  page.evaluate(`new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]')
    const scroller = grid.parentElement
    const frames = []
    let mostCells = 0
    let last = performance.now()
    const step = (now) => {
      frames.push(now - last)
      last = now
      mostCells = Math.max(mostCells, grid.querySelectorAll('[role=gridcell]').length)
      if (frames.length > ${count}) return resolve({ frames: frames.slice(1), mostCells })
      const way = frames.length > ${count} / 2 ? -1 : 1
      scroller.scrollBy(way * ${left}, way * ${top})
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`) as Promise<Scroll>

const shown = `document.querySelectorAll('[role=gridcell]').length > 50`
const edits = `(document.querySelector('[aria-label="Unsaved changes"]')?.textContent ?? '')`
const selected = `document.querySelectorAll('[role=gridcell][aria-selected=true]').length`

type Note = (what: string, figures: number[]) => void

async function visit(browser: Browser, address: string, { chats, token }: Account, note: Note): Promise<number> {
  const context = await signedInContext(browser, address, token)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await watchPaints(context)
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
  const open = async () => {
    await page.goto(`${to.compare()}?rows=all`, { waitUntil: 'commit' })
    return untilPainted(page, shown)
  }
  const key = async (what: string, pressed: string, isShown: string) =>
    note(what, [await timeUntilPainted(page, 'keydown', () => page.keyboard.press(pressed), isShown)])

  // The first visit fetches the code.
  await open()
  note('rows', [await open()])
  await page.waitForLoadState('networkidle')

  // Of the main thread alone, whatever else the machine does.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () =>
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  const before = await cpuMs()
  const { frames: measured } = await scrolled(page, 30, 0, 160)
  note('CPU of a frame sideways, 1×', [((await cpuMs()) - before) / measured.length])

  await slow(slowdown)
  const scrolls = {
    'scrolling sideways': await scrolled(page, 30, 0, 160),
    'scrolling down': await scrolled(page, 0, 30, 80),
    'jumping a window in each frame': await scrolled(page, 900, 0, 60),
  }
  for (const [what, { frames }] of Object.entries(scrolls)) note(what, frames)
  const mostCells = Math.max(...Object.values(scrolls).map((scroll) => scroll.mostCells))

  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Escape')
  await key('an arrow', 'ArrowDown', `document.activeElement.closest('[data-line]')?.dataset.line === '1'`)
  await key('Shift and an arrow', 'Shift+ArrowRight', `${selected} === 2`)
  await slow(1)

  // A whole row: one edit for each chat.
  await page
    .getByRole('gridcell', { name: /^Mentions, / })
    .first()
    .click()
  await page.keyboard.press('Shift+Space')
  await key(`${chats} cells off`, '0', `${edits}.includes('changes')`)
  await key('undone', 'Control+z', `${edits} === ''`)

  if (chats === 200) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.evaluate(`navigator.clipboard.readText().then((text) => navigator.clipboard.writeText(
      text.split('\\n').map((row) => row.split('\\t').map((cell) => (cell === 'On' ? 'Off' : cell === 'Off' ? 'On' : cell)).join('\\t')).join('\\n')))`)
    await key('paste of 60 × 200 values', 'Control+v', `${edits}.includes('changes')`)
  }
  await context.close()
  return mostCells
}

await withFolder(async (folder) => {
  const accounts = await prepareAccounts(folder, sizes, others)
  const product = await startProduct({ DATA_DIR: folder })
  const browser = await launchBrowser()
  const all = accounts.map((account) => ({ account, figures: new Map<string, number[]>(), mostCells: 0 }))
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const one of all) {
      const mostCells = await visit(browser, product.address, one.account, (what, figures) => {
        if (round > 0) one.figures.set(what, [...(one.figures.get(what) ?? []), ...figures])
      })
      one.mostCells = Math.max(one.mostCells, mostCells)
    }
  await product.stop()

  for (const { account, figures, mostCells } of all) {
    console.log(`\n${account.chats} chats, at most ${mostCells} cells drawn`)
    for (const [what, list] of figures) {
      const rest =
        list.length > rounds
          ? `, longest ${Math.max(...list).toFixed(0)}, ${list.filter((ms) => ms > longFrame).length} of ${list.length} over ${longFrame}`
          : ''
      console.log(`${what.padEnd(32)} ${median(list).toFixed(1)} ms${rest}`)
    }
  }
  console.log(machine(browser))
  await browser.close()

  const [few, many] = all
  const frames = ['scrolling sideways', 'scrolling down'].flatMap((what) => few?.figures.get(what) ?? [])
  const long = frames.filter((ms) => ms > longFrame).length
  const paste = median(few?.figures.get('paste of 60 × 200 values') ?? [])
  const keys = ['an arrow', 'Shift and an arrow', '2000 cells off'].map((what) => median(many?.figures.get(what) ?? []))
  const cpu = median(few?.figures.get('CPU of a frame sideways, 1×') ?? [])
  const mostCells = Math.max(...all.map((one) => one.mostCells))
  const isReached = long === 0 && paste < maxPasteMs && Math.max(...keys) < maxKeyMs && mostCells <= maxCells
  figure(
    'L3',
    isReached,
    `200 chats, CPU ${slowdown}×: ${long} of ${frames.length} frames over ${longFrame} ms (median ${median(frames).toFixed(0)}, longest ${Math.max(...frames).toFixed(0)}), the main thread works ${cpu.toFixed(1)} ms of a frame without the slowdown; at most ${mostCells} cells drawn; 60 × 200 values pasted and checked in ${paste.toFixed(0)} ms; 2,000 chats: a key shown after ${Math.max(...keys.slice(0, 2)).toFixed(0)} ms at ${slowdown}×, a whole row edited in ${keys[2]!.toFixed(0)} ms`,
  )
})
