import { to } from '#dashboard/platform/to.ts'
import { expect, signIn, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { personMenu, signOut } from '../support/verbs/session.ts'

test('a token signs in, a reload keeps the session, the page holds no token, and signing out ends it on the server', async ({
  page,
  context,
  account,
  allowErrors,
}) => {
  await signIn(page, account.token)
  await expect(page).toHaveURL(to.home())
  await expect(page.getByText(account.name).first()).toBeVisible()
  await expect(page.getByText('too old')).toBeHidden()
  const cookies = await context.cookies()
  expect(cookies.map(({ httpOnly, sameSite, expires }) => ({ httpOnly, sameSite, expires }))).toEqual([
    { httpOnly: true, sameSite: 'Strict', expires: -1 },
  ])
  await page.reload()
  await expect(personMenu(page)).toBeVisible()
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, location.href]),
  )
  expect(kept + (await page.content())).not.toContain(account.token)

  await signOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
  allowErrors(/status of 401/)
  await context.addCookies(cookies)
  await page.goto(to.home())
  await expect(page.getByRole('heading', { name: 'Sign in to Roomkeeper' })).toBeVisible()
})

test('a token is refused at its field and stays there for correction; the right one leads to the target, for a week if wished', async ({
  page,
  context,
  account,
  allowErrors,
}) => {
  allowErrors(/status of 401/)
  const link = to.chats({ show: 'offline', open: 'new' })
  await page.goto(link)
  await expect(page).toHaveURL(to.signIn(link))
  const field = page.getByLabel('Access token')
  const send = page.getByRole('button', { name: 'Sign in', exact: true })
  await send.click()
  await expect(field).toHaveAccessibleDescription(/Enter the access token/)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  await field.fill([part({ alg: 'HS256' }), part({ exp: Date.UTC(2031, 4, 17, 12) / 1000 }), 'signature'].join('.'))
  await expect(field).toHaveAccessibleDescription(/ends 17 May 2031.*2031-05-17 12:00:00 UTC/)
  await field.fill('rk_wrong')
  await send.click()
  await expect(field).toHaveAccessibleDescription(/refused/)
  await expect(field).toHaveValue('rk_wrong')
  await expectAccessible(page)

  await field.fill(account.token)
  await page.getByLabel('Keep me signed in on this device').check()
  const now = Date.now() / 1000
  await send.click()
  await expect(page).toHaveURL(link)
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible()
  const [cookie] = await context.cookies()
  const week = 7 * 86_400
  const hour = 3600
  expect(cookie?.expires).toBeGreaterThan(now + week - hour)
  expect(cookie?.expires).toBeLessThan(now + week + hour)
})

for (const next of ['//example.org/', 'https://example.org/', '/\\example.org/', 'javascript:alert(1)']) {
  test(`signing in does not lead on to ${next}${next === '//example.org/' ? '' : ' @thorough'}`, async ({ page, account }) => {
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Access token').fill(account.token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(to.home())
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  })
}
