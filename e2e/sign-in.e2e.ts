import { to } from '#dashboard/to.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('a token opens the account, and signing out ends the session on the server', async ({ page, context, account, allowTrouble }) => {
  await page.goto(to.chats())
  await expect(page).toHaveURL(to.signIn(to.chats()))
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
  await page.getByLabel('Access token').fill(account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.chats())
  await expect(page.getByText(account.name).first()).toBeVisible()

  const cookies = await context.cookies()
  expect(cookies.map(({ httpOnly, sameSite, expires }) => ({ httpOnly, sameSite, expires }))).toEqual([
    { httpOnly: true, sameSite: 'Strict', expires: -1 },
  ])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()

  allowTrouble(/status of 401/)
  await context.addCookies(cookies)
  await page.goto(to.overview())
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
})

test('a reload keeps the session, and the token is nowhere in the page', async ({ page, account }) => {
  await signIn(page, account.token)
  await expect(page).toHaveURL(to.overview())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
  )
  expect(kept + (await page.content())).not.toContain(account.token)
})

test('"keep me signed in" outlives the browser', async ({ page, context, account }) => {
  await page.goto(to.signIn())
  await page.getByLabel('Access token').fill(account.token)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.overview())
  const [cookie] = await context.cookies()
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000)
})

test('a wrong token is said at the field and stays there to be put right', async ({ page, account, allowTrouble }) => {
  allowTrouble(/status of 401/)
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

test('one press opens the demo', async ({ page }) => {
  await page.goto(to.signIn())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open demo' }).click()
  await expect(page).toHaveURL(to.overview())
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})

test('a link to another host after signing in is not followed', async ({ page, account }) => {
  await page.goto('/sign-in?next=//example.org/')
  await page.getByLabel('Access token').fill(account.token)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(to.overview())
})
