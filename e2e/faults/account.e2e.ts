import { currency, storedAccount, openAccount, prepareCurrency, save, setPermanently, unsavedBar } from '../support/verbs/account.ts'
import { dialog } from '../support/verbs/chats.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { expect } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'

const puts = (seen: string[], path: string) => seen.filter((request) => request === `PUT ${path}`)

test.beforeEach(({ allowErrors }) => allowErrors(/status of 50[024]/))

test('a currency whose answer is lost is set once and shown as set', async ({ signedIn: page, account, upstream, enterToken }) => {
  upstream.arm('PUT', /^\/account\/currency$/, 'reset after the work')
  await openAccount(page)
  await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
  await setPermanently(page, 'EUR')
  await enterToken()
  await expect(currency(page)).toContainText('EUR · Euro')
  await expect(currency(page).getByRole('combobox')).toBeHidden()
  expect(puts(upstream.seen(), '/account/currency')).toHaveLength(1)
  expect((await storedAccount(account)).currency).toBe('EUR')
})

test('a currency that never reaches the service is not confirmed, and is not sent again', async ({
  signedIn: page,
  account,
  upstream,
  enterToken,
}) => {
  upstream.arm('PUT', /^\/account\/currency$/, 'reset')
  await openAccount(page)
  await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
  await setPermanently(page, 'EUR')
  await enterToken()
  await expect(currency(page).getByRole('alert')).toContainText('Not confirmed.')
  await expect(currency(page).getByLabel('I have read this')).not.toBeChecked()
  await expectAccessible(page)
  await upstream.heal()
  // The request arrives late.
  await account.api('currencySet', { body: { currency: 'EUR' } })
  await currency(page).getByRole('button', { name: 'Check again' }).click()
  await expect(currency(page)).toContainText('EUR · Euro')
  await expect(currency(page).getByRole('combobox')).toBeHidden()
  expect(puts(upstream.seen(), '/account/currency')).toHaveLength(1)
})

test('where neither an answer nor a read arrives, the outcome is unknown until the account can be read', async ({
  signedIn: page,
  upstream,
  enterToken,
}) => {
  await openAccount(page)
  await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
  upstream.arm('PUT', /^\/account\/currency$/, '502 HTML')
  // The first read, which identifies the account of the token, succeeds.
  upstream.arm('GET', /^\/account$/, {}, 1)
  upstream.arm('GET', /^\/account$/, '502 HTML')
  await setPermanently(page, 'EUR')
  await enterToken()
  const note = currency(page).getByRole('alert')
  await expect(note).toContainText('Outcome unknown')
  await upstream.heal()
  await note.getByRole('button', { name: 'Check again' }).click()
  await expect(note).toContainText('the account has no currency so far')
  expect(puts(upstream.seen(), '/account/currency')).toHaveLength(1)
})

test('fields of the profile that the service did not keep are listed and can be saved again', async ({
  signedIn: page,
  account,
  upstream,
}) => {
  upstream.arm('PUT', /^\/account$/, { body: (json) => void (json['company'] = 'CUT') }, 1)
  await openAccount(page)
  await page.getByLabel('Company').fill('Tidewater Events')
  await page.getByLabel('City').fill('Porto')
  await save(page)
  const notKept = dialog(page, 'Saved, but the chat service did not keep 1 setting')
  await expect(notKept.getByRole('row', { name: /^Company/ })).toContainText(/Company.*Tidewater Events.*CUT/)
  await expectAccessible(page)
  await notKept.getByRole('button', { name: 'Restore' }).click()
  await expect(notKept).toBeHidden()
  await expect(page.getByLabel('Company')).toHaveValue('Tidewater Events')
  await save(page)
  await expect(unsavedBar(page)).toBeHidden()
  expect(await storedAccount(account)).toMatchObject({ company: 'Tidewater Events', city: 'Porto' })
})

test('missing, null and negative numbers, an unknown country and a long currency do not break the page', async ({
  signedIn: page,
  upstream,
}) => {
  upstream.arm('GET', /^\/account$/, {
    answer: (data) =>
      Object.assign(data, {
        countryId: 99999,
        currency: 'DOUBLOON',
        plan: { rooms: null, usedRooms: -3, admins: 2, usedAdmins: 5, keywords: null, usedKeywords: 7, exceed: 1 },
      }),
  })
  await openAccount(page)
  const plan = page.getByRole('region', { name: /^Plan/ })
  await expect(plan).toContainText('3 admins over the plan.')
  await expect(plan).toContainText('no limit stated')
  await expect(plan).toContainText('the service does not say how many chats are in use')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('country no. 99999')
  await expect(currency(page)).toContainText('DOUBLOON')
  await expectAccessible(page)
})

test('a failed save keeps every field, and the next save works', async ({ signedIn: page, account, upstream }) => {
  await openAccount(page)
  await page.getByLabel('Company').fill('Kept')
  upstream.arm('PUT', /^\/account$/, '500 JSON', 1)
  await save(page)
  await expect(page.getByRole('alert')).toContainText('Not saved.')
  await expect(page.getByRole('alert')).toContainText('The disk is full')
  await expect(page.getByLabel('Company')).toHaveValue('Kept')
  await save(page)
  await expect(unsavedBar(page)).toBeHidden()
  expect((await storedAccount(account)).company).toBe('Kept')
})
