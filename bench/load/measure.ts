import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { viewport } from '../browser.ts'
import { recordTraffic, type Traffic } from './traffic.ts'

export interface Target {
  url: string
  /** Selects the page's own content, and nothing of a skeleton: its first row of data, or its first field. */
  content: string
  /** Selects a control that a click focuses or changes, and that loads nothing. */
  control: string
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>
}

/** Milliseconds since the navigation began. */
export interface Load extends Traffic {
  firstPaint: number
  content: number
  /** The first click that is answered within 100 ms; NaN where no click is. */
  usable: number
}

const cpuSlowdown = 4
const network = { offline: false, latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 }

const answerWithinMs = 100
const maxClicks = 30

const watch = readFileSync(join(import.meta.dirname, 'watch.js'), 'utf8')

/** Opens a page in a context of its own, which has neither its files nor a connection, on a slow device with a slow network. */
export async function measureLoad(browser: Browser, { url, content, control, cookies }: Target): Promise<Load> {
  const context = await browser.newContext({ viewport })
  try {
    await context.addCookies(cookies)
    await context.addInitScript({ content: `globalThis.watched = ${JSON.stringify({ content, control })};${watch}` })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const next = await listen(session)
    const traffic = recordTraffic(page)
    const [hasContent, hasControl] = [next('content'), next('control')]
    await page.goto(url, { waitUntil: 'commit' })
    const { at, origin } = (await hasContent) as { at: number; origin: number }
    const usable = await firstAnswer(page, next, hasControl)
    await traffic.settled()
    const firstPaint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN)
    return { firstPaint, content: at, usable, ...(await traffic.count(origin + at)) }
  } finally {
    await context.close()
  }
}

type Next = (kind: string) => Promise<unknown>

/** Receives what watch.js reports. */
async function listen(session: CDPSession): Promise<Next> {
  const reports = new EventEmitter()
  session.on('Runtime.bindingCalled', ({ payload }) => {
    const message = JSON.parse(payload) as { kind: string }
    reports.emit(message.kind, message)
  })
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'report' })
  return async (kind) => {
    const [message] = (await once(reports, kind, { signal: AbortSignal.timeout(60_000) })) as unknown[]
    return message
  }
}

/** Clicks as soon as there is something to click, and again until a click is answered in time. Resolves to when that click was made. */
async function firstAnswer(page: Page, next: Next, firstControl: Promise<unknown>): Promise<number> {
  let offered = firstControl
  for (let clicks = 0; clicks < maxClicks; clicks++) {
    const { x, y } = (await offered) as { x: number; y: number }
    const answered = next('answer')
    await page.mouse.click(x, y)
    const { began, took, changed } = (await answered) as { began: number; took: number; changed: boolean }
    if (changed && took <= answerWithinMs) return began
    offered = next('control')
    await page.evaluate('offerControl()')
  }
  return NaN
}
