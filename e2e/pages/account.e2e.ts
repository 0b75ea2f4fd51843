import { to } from '#dashboard/platform/to.ts'
import { currency, storedAccount, openAccount, prepareCurrency, save, setPermanently, unsavedBar } from '../support/verbs/account.ts'
import { addChats, confirm, dialog, toast } from '../support/verbs/chats.ts'
import { createAccount, expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { behaviourRow } from '../support/verbs/service.ts'

const tokenDialog = 'Confirm with the access token'

test('the profile is edited, kept after a reload, saved and read back; a new e-mail address needs the token', async ({
  signedIn: page,
  account,
  enterToken,
  allowErrors,
}) => {
  allowErrors(/status of 401/)
  await openAccount(page)
  await expect(unsavedBar(page)).toBeHidden()
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await page.getByLabel('City').fill('Łódź')
  await page.getByRole('combobox', { name: 'Country' }).fill('pol')
  await page.getByRole('option', { name: 'Poland' }).click()
  await expect(unsavedBar(page)).toContainText('3 changes kept in this browser')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Poland')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Profile saved')).toBeVisible()
  await expect(unsavedBar(page)).toBeHidden()
  expect(await storedAccount(account)).toMatchObject({ name: 'Ada Lovelace', city: 'Łódź', countryId: 616, email: account.email })

  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Not set' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill('new-' + account.email)
  await expect(page.getByRole('main')).toContainText('Saving asks for the access token again')
  await save(page)
  const asked = dialog(page, tokenDialog)
  await expect(asked).toContainText('change the account')
  await expectAccessible(page)
  await asked.getByLabel('Access token').fill('rk_wrong')
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(asked.getByLabel('Access token')).toHaveAccessibleDescription(/refused/)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Not saved')
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue('new-' + account.email)
  expect(await storedAccount(account)).toMatchObject({ email: account.email, countryId: 616 })
  await save(page)
  await enterToken()
  await expect(unsavedBar(page)).toBeHidden()
  expect(await storedAccount(account)).toMatchObject({ email: 'new-' + account.email, countryId: null })

  // The change before it is not undone with it, and its toast would be in the way.
  await page.reload()
  await page.getByLabel('City').fill('Porto')
  await save(page)
  await toast(page, 'Profile saved').getByRole('button', { name: 'Undo' }).click()
  await confirm(page, 'Undo “Profile changed”?', 'Undo')
  await expect(page.getByLabel('City')).toHaveValue('Łódź')
  expect(await storedAccount(account)).toMatchObject({ city: 'Łódź', email: 'new-' + account.email })
})

test('a conflict is resolved field by field, and nothing is saved before @thorough', async ({ signedIn: page, account }) => {
  await openAccount(page)
  await page.getByLabel('Company').fill('Mine Ltd')
  await page.getByLabel('City').fill('Porto')
  await account.api('accountUpdate', { body: { company: 'Theirs Ltd', city: 'Lisboa', name: 'Someone Else' } })
  await save(page)
  const asked = dialog(page, '2 values were changed elsewhere')
  await expect(asked).toContainText('Theirs Ltd')
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Back to editing' }).click()
  expect(await storedAccount(account)).toMatchObject({ company: 'Theirs Ltd', city: 'Lisboa' })
  await expect(page.getByLabel('Company')).toHaveValue('Mine Ltd')

  await save(page)
  await asked.getByRole('radio', { name: 'Mine: Mine Ltd' }).check()
  await asked.getByRole('radio', { name: 'Theirs: Lisboa' }).check()
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Profile saved')).toBeVisible()
  expect(await storedAccount(account)).toMatchObject({ company: 'Mine Ltd', city: 'Lisboa', name: 'Someone Else' })
  await expect(page.getByLabel('Full name')).toHaveValue('Someone Else')
})

test('invalid values are reported at their fields, also those that only the service rejects @thorough', async ({
  signedIn: page,
  account,
  baseURL,
  allowErrors,
}, { testId }) => {
  const stranger = await createAccount(baseURL!, `stranger-${testId}`)
  const taken = `taken-${stranger.accountId}`
  await stranger.api('accountUpdate', { body: { reservedName: taken } })
  await openAccount(page)
  await page.getByLabel('Payment e-mail').fill('inês@tidewater')
  await page.getByLabel('Company').fill('Tidewater')
  await expect(page.getByLabel('Payment e-mail')).toHaveAccessibleDescription(/Add an ending to the domain/)
  await unsavedBar(page).getByRole('button', { name: 'Go to the invalid value' }).click()
  await expect(page.getByLabel('Payment e-mail')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Payment e-mail').fill('ines@tidewater.example')
  await page.getByLabel('Reserved name').fill(taken)
  allowErrors(/status of 409/)
  await save(page)
  await expect(page.getByRole('main')).toContainText(/taken|another account|in use/i)
  await expect(page.getByLabel('Company')).toHaveValue('Tidewater')
  expect((await storedAccount(account)).company).toBe('')
})

test('a token of another account does not confirm @thorough', async ({ signedIn: page, baseURL, allowErrors }, { testId }) => {
  allowErrors(/status of 409/)
  const stranger = await createAccount(baseURL!, `stranger-${testId}`)
  await openAccount(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const asked = dialog(page, tokenDialog)
  await asked.getByLabel('Access token').fill(stranger.token)
  await asked.getByRole('button', { name: 'Continue' }).click()
  await expect(asked.getByLabel('Access token')).toHaveAccessibleDescription(/another account/)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Copy the token key' })).toBeHidden()
})

test('the token key is shown after entering the token, can be hidden, and is in no other answer', async ({
  signedIn: page,
  enterToken,
  context,
}) => {
  const answers: string[] = []
  page.on('response', async (response) => {
    // The read of the account and the HTML of its page, which contains the same. An answer to a page that was left cannot be read any more.
    if (response.url().endsWith('/account'))
      await response.text().then(
        (text) => answers.push(text),
        () => {},
      )
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAccount(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await enterToken()
  const key = page.getByRole('definition').filter({ has: page.getByRole('button', { name: 'Copy the token key' }) })
  await expect(key).toContainText(/[0-9a-f]{32}/)
  await page.getByRole('button', { name: 'Copy the token key' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[0-9a-f]{32}$/)
  await page.getByRole('button', { name: 'Hide the token key' }).click()
  await expect(key).not.toContainText(copied)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeVisible()
  expect(answers.filter((text) => text.includes('"email"')).length).toBeGreaterThan(0)
  expect(answers.join()).not.toContain(copied)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(copied)
})

test('the currency is chosen by name, confirmed by typing its code, set once and shown; the part about the service says what is built in', async ({
  signedIn: page,
  account,
  enterToken,
}) => {
  await addChats(account, { name: 'Paid hall', monetizeLogin: true }, 'Free hall')
  await openAccount(page)
  await expect(currency(page)).toContainText('Paid entry starts to work in 1 chat: Paid hall.')
  await currency(page).getByRole('button', { name: 'Set permanently' }).click()
  await expect(currency(page).getByRole('combobox')).toBeFocused()
  await expect(currency(page).getByRole('combobox')).toHaveAccessibleDescription('Choose a currency')
  await prepareCurrency(page, 'zlot', 'PLN · Polish Zloty', 'PLN')
  const [isRead, typed] = [currency(page).getByLabel('I have read this'), currency(page).getByLabel('Type PLN to confirm')]
  await isRead.uncheck()
  await typed.fill('EUR')
  await typed.press('Enter')
  await expect(isRead).toBeFocused()
  await expect(currency(page)).toContainText('Confirm that you have read this')
  await expect(typed).toHaveAccessibleDescription('Type PLN to confirm')
  await expect(typed).toHaveValue('EUR')
  await expectAccessible(page, '[aria-labelledby=currency]')
  await isRead.check()
  await typed.fill('PLN')
  await expectAccessible(page, '[aria-labelledby=currency]')
  await setPermanently(page, 'PLN')
  await enterToken()
  await expect(toast(page, 'The currency is PLN')).toBeVisible()
  await expect(currency(page)).toContainText('PLN · Polish Zloty')
  await expect(currency(page).getByRole('button')).toHaveCount(0)
  expect((await storedAccount(account)).currency).toBe('PLN')

  // The built-in service is known without learning, so no tab leads to what is known of it.
  await expect(page.getByRole('navigation', { name: 'Parts of Account' })).not.toContainText('Connection')
  await page.goto(to.connection())
  await expect(behaviourRow(page, 'Settings left out of an update')).toHaveText(/Keep their value.*Built in/)
  await expect(behaviourRow(page, 'Sounds')).toHaveText(/7 names confirmed/)
  await expect(page.getByRole('button', { name: /^Learn/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('a currency that someone else set first is reported and stays @thorough', async ({
  signedIn: page,
  account,
  enterToken,
  allowErrors,
}) => {
  allowErrors(/status of 409/)
  await openAccount(page)
  await prepareCurrency(page, 'EUR', 'EUR · Euro', 'EUR')
  await account.api('currencySet', { body: { currency: 'USD' } })
  await setPermanently(page, 'EUR')
  await enterToken()
  await expect(currency(page)).toContainText('USD · US Dollar')
  await expect(page.getByText('Someone else set it to USD · US Dollar just before.')).toBeVisible()
  expect((await storedAccount(account)).currency).toBe('USD')
})

test('an unlisted currency code can be typed, and the message of the service is shown @thorough', async ({
  signedIn: page,
  account,
  enterToken,
  allowErrors,
}) => {
  allowErrors(/status of 400/)
  await openAccount(page)
  await prepareCurrency(page, 'zzq', 'ZZQ · not in the list', 'ZZQ')
  await expect(currency(page)).toContainText('ZZQ is not a known currency code')
  await setPermanently(page, 'ZZQ')
  await enterToken()
  await expect(currency(page).getByRole('alert')).toContainText('Not set.')
  expect((await storedAccount(account)).currency).toBe('')
})

test.describe('over the plan', () => {
  test.use({ maxChats: 3 })

  test('the page shows the plan in numbers, what another chat would mean, and what the chats unused longest contain @thorough', async ({
    signedIn: page,
    account,
    enterToken,
  }) => {
    await addChats(account, 'One', 'Two')
    const [one] = (await account.api('chatList', {})).data
    const inOne = { params: { chatId: one!.id } }
    for (const text of ['first', 'second']) await account.api('messageSend', { ...inOne, body: { text } })
    await account.api('pollCreate', { ...inOne, body: { question: 'Lunch?', answer1: 'Yes', answer2: 'No' } })
    await openAccount(page)
    const plan = page.getByRole('region', { name: /^Plan/ })
    await expect(plan).toContainText('2 of 3')
    await plan.getByLabel('If you add chats').fill('3')
    await expect(plan).toContainText('5 of 3, 2 over')
    await plan.getByLabel('If you add chats').fill('many')
    await expect(plan).toContainText('enter a number')
    await plan.getByText('Make room: 2 chats').click()
    await expect(plan.getByRole('listitem')).toHaveText([/One.*never used.*2 messages, 1 poll/, /Two.*never used.*0 messages, 0 polls/])
    await expectAccessible(page)
    await plan.getByRole('button', { name: 'Delete Two…' }).click()
    await dialog(page, 'Delete Two?').getByRole('textbox').fill('Two')
    await confirm(page, 'Delete Two?', 'Delete chat', enterToken)
    await expect(plan).toContainText('1 of 3')
    await expect(plan.getByRole('listitem')).toHaveText([/One/])
  })
})

test('the demo account shows a hint on every page that can be dismissed, and confirms by a click @thorough', async ({ page }) => {
  await page.goto(to.signIn())
  await page.getByRole('button', { name: 'Open demo' }).click()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
  const band = page.getByRole('main').getByText('12 keywords over the plan.')
  await expect(band).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(to.home())
  for (const limit of ['Chats', 'Admins', 'Keywords', 'Concurrent users']) {
    const words = page.getByRole('region', { name: 'Plan' }).getByText(limit, { exact: true })
    expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), limit).toBe(true)
  }
  await page.goto(to.chats())
  // The hint is part of the first paint: added later, it would push the page down.
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('main h1'))
        document.documentElement.dataset['bandFirst'] ??= String(document.body.textContent.includes('over the plan.'))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(band).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-band-first', 'true')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('link', { name: 'See the plan' }).click()
  await expect(page.getByText('Remove 12 keywords, or ask the service for a larger plan.')).toBeInViewport()
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto(to.social())
  await page.getByRole('button', { name: 'Hide in this tab' }).click()
  await page.goto(to.chats())
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
  await expect(band).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('over plan')

  await openAccount(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(dialog(page, tokenDialog)).toContainText('a click is enough')
  await dialog(page, tokenDialog).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Copy the token key' })).toBeVisible()
})
