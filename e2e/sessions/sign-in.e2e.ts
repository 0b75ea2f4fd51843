import { to } from '#dashboard/platform/to.ts'
import { expect, openSession, signIn, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'

test('a token signs in, and signing out ends the session on the server', async ({ page, context, account, allowErrors }) => {
  await signIn(page, account.token)
  await expect(page).toHaveURL(to.overview())
  await expect(page.getByText(account.name).first()).toBeVisible()

  const cookies = await context.cookies()
  expect(cookies.map(({ httpOnly, sameSite, expires }) => ({ httpOnly, sameSite, expires }))).toEqual([
    { httpOnly: true, sameSite: 'Strict', expires: -1 },
  ])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()

  allowErrors(/status of 401/)
  await context.addCookies(cookies)
  await page.goto(to.overview())
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
})

test('a reload keeps the session, and the page does not contain the token', async ({ page, account }) => {
  await signIn(page, account.token)
  await expect(page).toHaveURL(to.overview())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
  )
  expect(kept + (await page.content())).not.toContain(account.token)
})

test('a link into the dashboard leads to the sign-in page and then to its target', async ({ page, account }) => {
  const link = to.chats({ show: 'offline', open: 'new' })
  await page.goto(link)
  await expect(page).toHaveURL(to.signIn(link))
  await page.getByLabel('Access token').fill(account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(link)
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible()
})

for (const next of ['//example.org/', 'https://example.org/', '/\\example.org/', 'javascript:alert(1)']) {
  test(`signing in does not lead on to ${next}${next === '//example.org/' ? '' : ' @thorough'}`, async ({ page, account }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Access token').fill(account.token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(to.overview())
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
}

test('"keep me signed in" lasts beyond the browser session, for a week at most', async ({ page, context, account }) => {
  const now = Date.now() / 1000
  await page.goto(to.signIn())
  await page.getByLabel('Access token').fill(account.token)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.overview())
  const [cookie] = await context.cookies()
  const week = 7 * 86_400
  const hour = 3600
  expect(cookie?.expires).toBeGreaterThan(now + week - hour)
  expect(cookie?.expires).toBeLessThan(now + week + hour)
})

test('a wrong token is reported at its field and stays there for correction', async ({ page, account, allowErrors }) => {
  allowErrors(/status of 401/)
  await signIn(page, 'rk_wrong')
  const field = page.getByLabel('Access token')
  await expect(field).toHaveAccessibleDescription(/refused/)
  await expect(field).toHaveValue('rk_wrong')
  await expectAccessible(page)
  await field.fill(account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.overview())
})

test('an empty token is not sent', async ({ page }) => {
  await signIn(page, '')
  await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/Enter the access token/)
})

test('a token with an expiry date shows it before it is used', async ({ page }) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = [part({ alg: 'HS256' }), part({ exp: Date.UTC(2031, 4, 17, 12) / 1000 }), 'signature'].join('.')
  await page.goto(to.signIn())
  await page.getByLabel('Access token').fill(token)
  await expect(page.getByLabel('Access token')).toHaveAccessibleDescription(/ends 17 May 2031.*2031-05-17 12:00:00 UTC/)
})

test('one click opens the demo', async ({ page }) => {
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Open demo' }).click()
  await expect(page).toHaveURL(to.overview())
  await expect(page.getByText('Tidewater Events').first()).toBeVisible()
})

test('signing out in one tab signs out the other', async ({ page, context, account, baseURL }) => {
  await openSession(page, baseURL!, account.token)
  const other = await context.newPage()
  await page.goto(to.chats())
  await other.goto(to.overview())
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(to.signIn())
  await expect(page).toHaveURL(to.signIn())
})
