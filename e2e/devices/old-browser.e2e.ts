import { expect, test } from '../support/fixtures.ts'

/** What public/browser.js looks for. That it is written for old browsers is tested in scripts/browser-check.test.ts. */

test('a browser that lacks a feature is reported as too old, and the app does not start', async ({ context, allowErrors }) => {
  for (const feature of ['URL.canParse', 'Intl.Segmenter', 'AbortSignal.any']) {
    allowErrors(new RegExp(`too old: it lacks ${feature}`))
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.addInitScript((path) => {
      const [owner, name] = path.split('.') as ['URL' | 'Intl' | 'AbortSignal', string]
      Reflect.deleteProperty(globalThis[owner], name)
    }, feature)
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'This browser is too old' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Chrome or Edge 120, Firefox 125, Safari 17.4')
    await expect(page.locator('#root')).toBeEmpty()
    expect(asked.filter((path) => path.startsWith('/bff'))).toEqual([])
    await page.close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says that it needs JavaScript', async ({ page }) => {
    await page.goto('/')
    // By its element: text locators ignore noscript.
    await expect(page.locator('noscript')).toBeVisible()
    expect(await page.locator('noscript').innerText()).toBe('Roomkeeper needs JavaScript. Turn it on for this site, then reload this page.')
  })
})
