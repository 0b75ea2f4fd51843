import { expect, test } from '../support/fixtures.ts'
import { addChat } from '../support/verbs/chats.ts'
import { field, openSettings } from '../support/verbs/settings.ts'

test('a link to a group leads there however early it is followed', async ({ signedIn: page, account }) => {
  await page.addInitScript(() => {
    const opening = new MutationObserver(() => {
      const link = document.querySelector<HTMLElement>('a[href="#group-offline"]')
      if (!link) return
      opening.disconnect()
      document.documentElement.dataset['early'] = String(document.getElementById('group-offline') === null)
      link.click()
    })
    opening.observe(document, { childList: true, subtree: true })
  })
  await openSettings(page, await addChat(account, 'Lobby'))
  await expect(field(page, 'offlineMessage')).toBeInViewport()
  // Otherwise this would prove nothing: the group was not drawn yet.
  await expect(page.locator('html')).toHaveAttribute('data-early', 'true')
})
