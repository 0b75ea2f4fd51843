import { expectAccessible } from '../support/accessibility.ts'
import { expect, test } from '../support/fixtures.ts'
import { addChats } from '../support/verbs/chats.ts'

/** axe on the settings of all chats, light and dark: the table with its panel, the table of a narrow window, and one setting on a phone. */

for (const width of [1280, 900, 360])
  test.describe(`at ${width} px`, () => {
    // Colours in the middle of a transition cannot be judged.
    test.use({ viewport: { width, height: 1000 }, contextOptions: { reducedMotion: 'reduce' } })

    test('the settings of all chats, their marks, the selection and the filters have no violation', async ({ signedIn: page, account }) => {
      await addChats(account, { name: 'Atrium', allowLinks: false, offline: true }, 'Balcony', {
        name: 'Cellar',
        forceSDKLogin: true,
        filterWords: 'a,b',
      })
      await page.goto('/settings')
      if (width === 360) {
        await page.getByRole('button', { name: 'Search and filters' }).click()
        await page.getByRole('switch').first().click()
      } else {
        await page
          .getByRole('gridcell', { name: /^Guests, Atrium/ })
          .or(page.getByRole('gridcell', { name: /^Links, Atrium/ }))
          .first()
          .click()
        await page.keyboard.press('Shift+ArrowRight')
        await page.keyboard.press('1')
      }
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
      await expectAccessible(page)
    })
  })
