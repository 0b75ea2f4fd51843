import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { companyClient, startCompanyProvider, type TestCompany } from '#gateway/testing/company-provider.ts'
import { figure } from '../../src/test-figure.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { keptIn } from '../support/kept-in.ts'
import { startProduct, type Product } from '../support/product.ts'
import { expect, test as base } from '../support/team.ts'

/** People sign in through the real OpenID provider of their company, which shows a page of its own at another address. */

interface Company extends TestCompany {
  product: Product
  address: string
  service: string
  folder: string
}

const test = base.extend<{ theProvider: void }, { company: Company }>({
  company: [
    async ({}, use, { parallelIndex }) => {
      const port = Number(process.env['E2E_PORT'] ?? 4273) + 20 + parallelIndex
      const address = `http://localhost:${port}`
      const provider = await startCompanyProvider([`${address}/bff/company/callback`], lee)
      const folder = await mkdtemp(join(tmpdir(), 'roomkeeper-e2e-company-'))
      const product = await startProduct({
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'trace',
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: companyClient.clientId,
        OIDC_CLIENT_SECRET: companyClient.clientSecret,
      })
      await use({ ...provider, product, address, service: address, folder })
      await product.stop()
      await provider.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  teamProduct: [async ({ company }, use) => use(company), { scope: 'worker' }],

  theProvider: [
    async ({ company, allowErrors }, use) => {
      Object.assign(company.state, { account: { ...lee }, hasPage: true })
      allowErrors(new RegExp(`^request to another origin: ${company.issuer}/`))
      await use()
    },
    { auto: true },
  ],
})

const lee = { id: 'lee', email: 'lee@example.org', isVerified: true }

const companyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with your company account' })
const providerButton = (page: Page) => page.getByRole('button', { name: /^Sign in as / })

test('the first sign-in accepts the invitation; nothing secret stays in the browser or the log', async ({ team, company }) => {
  await team.owner.invite({ name: 'Lee Wong', role: 'moderator', chats: [team.mainStage], email: lee.email })
  const { page, context } = await team.open()
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(to.messages(team.mainStage))
  await expectAccessible(page)
  await companyButton(page).click()
  await providerButton(page).click()
  await expect(page).toHaveURL(to.messages(team.mainStage))
  await expect(page.getByRole('button', { name: 'Lee Wong, Moderator' })).toBeVisible()

  const ofAddresses = addresses.flatMap((url) =>
    [...new URL(url).searchParams].filter(([name]) => ['code', 'state', 'nonce', 'company'].includes(name)),
  )
  const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('roomkeeper'))
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual(
    expect.arrayContaining([
      [true, 'Strict'],
      [true, 'Lax'],
    ]),
  )
  const secrets = [
    companyClient.clientSecret,
    team.account.token,
    ...company.state.issued,
    ...cookies.map(({ value }) => value),
    ...ofAddresses.map(([, value]) => value),
  ]
  expect(secrets.length).toBeGreaterThan(8)
  const seen = [await keptIn(page), company.product.output()]
  const leaks = secrets.filter((secret) => seen.some((text) => text.includes(secret)))
  figure('T3', leaks.length === 0, `${leaks.length} of ${secrets.length} secrets of a company sign-in in page, storage and log`)
  expect(leaks).toEqual([])
})

test('an address that nobody was invited with is refused in plain words, and the page offers to try again @thorough', async ({
  team,
  company,
  allowErrors,
}) => {
  allowErrors(/status of 403/)
  company.state.account = { id: 'mia', email: 'mia@example.org', isVerified: true }
  const { page } = await team.open()
  await page.goto(to.signIn())
  await companyButton(page).click()
  await providerButton(page).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Nobody here has the address mia@example.org. Ask an Owner to invite you with this address.')
  await expectAccessible(page)
  await team.owner.invite({ name: 'Mia Silva', role: 'host', chats: [team.backstage], email: 'mia@example.org' })
  await companyButton(page).click()
  await expect(page.getByRole('button', { name: 'Mia Silva, Host' })).toBeVisible()
})

test('a final action is confirmed in a second window, and what was typed stays @thorough', async ({ team, company }) => {
  const email = 'ana@example.org'
  company.state.account = { id: 'ana', email, isVerified: true }
  await team.owner.invite({ name: 'Ana Prado', role: 'owner', email })
  const { page } = await team.open()
  await page.goto(to.signIn())
  await companyButton(page).click()
  await providerButton(page).click()
  await page.getByRole('button', { name: 'Ana Prado, Owner' }).click()
  await page.getByRole('menuitem', { name: 'New recovery codes…' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your company account' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  const opening = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Sign in again' }).click()
  const second = await opening
  await providerButton(second).click()
  await expect(second.getByText('Close this window and go back to Roomkeeper.')).toBeVisible()
  await second.close()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
})
