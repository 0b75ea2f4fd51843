import type { Browser } from '@playwright/test'
import { settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { withProduct, type Given } from '../proof/data.ts'
import { launchBrowser, signedInContext } from './browser.ts'
import { machine, median } from './figures.ts'
import { accountTour } from './interactions/account-tour.ts'
import { chatTour, loadAllMessages } from './interactions/chat-tour.ts'
import { addPollsAndBans, sizes } from './interactions/data.ts'
import { p98, printWorst, readRecording, record } from './interactions/recording.ts'
import { Visitor } from './interactions/visitor.ts'
import { timeUntilPainted, watchPaints } from './painted.ts'

/**
 * How long clicks and keys take until they are painted, on every page of a large account. Needs `npm run build`.
 * `npm run bench:interactions -- settings polls` visits only these parts; `clearing` is only the time that clearing a search takes.
 */

const goals = { worstMs: 200, clearingMs: 100 } as const
const slowdown = 4
const maxShown = 10

const tour = { ...accountTour, ...chatTour }
const named = process.argv.slice(2)
const isNamed = (part: string) => named.length === 0 || named.includes(part)

async function main({ product: { address }, token, chatIds: [chatId = 0] }: Given): Promise<void> {
  await addPollsAndBans(address, token, chatId)
  const browser = await launchBrowser()
  const parts = Object.entries(tour).filter(([part]) => isNamed(part))
  if (parts.length > 0) await takeTour(browser, { address, token, chatId, parts })
  if (isNamed('clearing')) await clearSearches(browser, { address, token, chatId })
  console.log(machine(browser))
  await browser.close()
}

interface Visit {
  address: string
  token: string
  chatId: number
}

/** On one document from the first page to the last, as people leave a tab open. */
async function takeTour(browser: Browser, { address, token, chatId, parts }: Visit & { parts: [string, Part][] }) {
  const context = await signedInContext(browser, address, token)
  await record(context)
  const page = await context.newPage()
  const visitor = new Visitor(page)
  const session = await context.newCDPSession(page)
  page.setDefaultTimeout(15_000)
  await page.goto(to.home())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await visitor.settle()
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (const [part, visit] of parts) {
    await visit(visitor, chatId).catch((error: unknown) => {
      throw new Error(`The tour cannot go on in ${part}`, { cause: error })
    })
  }
  const recording = await readRecording(page)
  printWorst(recording, maxShown)
  const worst = Math.max(0, ...recording.slow.map(({ duration }) => duration))
  console.log(`CPU ${slowdown} times slower, ${recording.total} interactions, p98 ${p98(recording)} ms`)
  console.log(`worst: ${worst} ms, goal ${goals.worstMs} ms: ${verdict(worst, goals.worstMs)}`)
  await context.close()
}

type Part = (visitor: Visitor, chatId: number) => Promise<void>

async function clearSearches(browser: Browser, { address, token, chatId }: Visit) {
  const context = await signedInContext(browser, address, token)
  await watchPaints(context)
  const visitor = new Visitor(await context.newPage())
  const report = (what: string, ms: number) =>
    console.log(`clearing the search of ${what}: ${ms} ms, goal ${goals.clearingMs} ms: ${verdict(ms, goals.clearingMs)}`)

  await visitor.page.goto(to.settings(chatId))
  const last = `document.getElementById('setting-${settingNames.at(-1)}')`
  report(`${settingNames.length} settings`, await timeClearing(visitor, 'sound', `${last} && !${last}.closest('[hidden]')`))

  await loadAllMessages(visitor, chatId)
  const status = `document.querySelector('[aria-label="What is loaded"]').textContent`
  const all = await visitor.page.evaluate<string>(status)
  report(`${sizes.messages} messages`, await timeClearing(visitor, 'gracias', `${status} === ${JSON.stringify(all)}`))
  await context.close()
}

/**
 * Types into the search of the page and clears it, several times. Needs watchPaints().
 * @param isShown an expression of the page: whether everything is shown again
 * @returns the median of the milliseconds from the click until all of it is painted
 */
async function timeClearing(visitor: Visitor, text: string, isShown: string, times = 7): Promise<number> {
  const { page } = visitor
  const took: number[] = []
  for (let round = 0; round < times; round++) {
    await visitor.type(page.getByRole('searchbox'), text)
    took.push(await timeUntilPainted(page, 'click', () => visitor.button(/^Clear: /), isShown))
    await visitor.settle()
  }
  return Math.round(median(took))
}

const verdict = (ms: number, goal: number) => (ms <= goal ? 'reached' : `missed by ${ms - goal} ms`)

await withProduct([sizes.messages, ...Array.from({ length: sizes.chats - 1 }, () => 0)], main)
