import type { Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { test } from '../support/upstreams/with-faulty-upstream.ts'
import { expect } from '../support/fixtures.ts'
import { bigScreen, pages } from '../support/pages.ts'
import { chatWithPolls } from '../support/verbs/polls.ts'

/** A read fails while a page loads: that for its HTML, and then that of the page itself. Even if the sidebar has read the same data since, Try again must load the page. */

test.beforeEach(({ allowErrors }) => allowErrors(/status of 500|net::ERR_FAILED/))

const isError = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })

for (const { name, path, reads, loaded } of [...pages, bigScreen])
  for (const read of reads)
    test(`${name} loads by Try again after a failed ${read}`, async ({ signedIn: page, account, upstream }) => {
      const chatId = await chatWithPolls(account, { question: 'Encore?', send: true })
      upstream.armRoute(read, '500 JSON', 2)
      await page.goto(path(chatId))
      await expect(isError(page)).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(loaded(page)).toBeVisible()
      await expect(isError(page)).toBeHidden()
    })

test('Activity loads by Try again after a failed catalogue', async ({ signedIn: page }) => {
  // Its own HTML would contain the catalogue.
  await page.goto(to.social())
  // The page gives up after three attempts.
  await page.route('/catalogue.json', (route) => route.abort(), { times: 3 })
  await page.getByRole('link', { name: 'Changes' }).click()
  await expect(isError(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible()
  await expect(isError(page)).toBeHidden()
})
