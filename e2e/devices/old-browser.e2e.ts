import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'

for (const feature of ['URL.canParse', 'Intl.Segmenter', 'AbortSignal.any'])
  test(`a browser without ${feature} is reported as too old, and the app does not start`, async ({ page, allowErrors }) => {
    allowErrors(new RegExp(`too old: it lacks ${feature}`))
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
  })

test('the check itself is written for old browsers', async () => {
  const text = await readFile('public/browser.js', 'utf8')
  const code = text.replaceAll(/\/\/.*/g, '')
  expect(code).toContain('function')
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(const|let|class|import|async)\b/)
})

test('a current browser gets no warning', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText('too old')).toBeHidden()
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
