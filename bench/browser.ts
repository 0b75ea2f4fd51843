import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { gatewayPaths, pageHeader } from '#contract/session.ts'
import { findBrowser } from '../scripts/browser.mjs'

/** What the benchmarks in a browser share: Chromium and a signed-in context. */

export const launchBrowser = () => chromium.launch({ ...findBrowser(), chromiumSandbox: process.getuid?.() !== 0 })

/** The size of a desktop. */
export const viewport = { width: 1280, height: 800 }

/** A context with nothing cached, signed in by the request of the sign-in page. @param token missing for the demo account */
export async function signedInContext(browser: Browser, address: string, token?: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: address, viewport })
  const headers = { [pageHeader.name]: pageHeader.value, origin: address }
  const [path, data] = token === undefined ? [gatewayPaths.demo, {}] : [gatewayPaths.session, { token }]
  const answer = await context.request.post(path, { headers, data })
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}`)
  return context
}
