import { chromium } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
export async function open({ width = 1280, height = 800, dark = false, port = 45000, state } = {}) {
  const browser = await chromium.launch({ ...findBrowser(), chromiumSandbox: false })
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', baseURL: `http://127.0.0.1:${port}`, ...(state && { storageState: state }) })
  const page = await context.newPage()
  const errors = []
  const watch = (p) => { p.on('console', (m) => ['error', 'warning'].includes(m.type()) && errors.push(m.text())); p.on('pageerror', (e) => errors.push(String(e))) }
  watch(page)
  await page.goto('/')
  const demo = page.getByRole('button', { name: 'Open demo' })
  if (!state) { await demo.click({ timeout: 60000 }); await page.getByRole('navigation').first().waitFor() }
  const shot = async (name, p = page) => { await p.waitForTimeout(400); await p.screenshot({ path: `/work/tools/shots/${name}.png` }) }
  return { browser, context, page, errors, shot, watch }
}
