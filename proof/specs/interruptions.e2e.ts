import type { CDPSession, Page } from '@playwright/test'
import { to } from '#dashboard/platform/to.ts'
import { test as faulty } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import { addChat, beginNew, dialog, storedNames, startNewChat } from '../../e2e/support/verbs/chats.ts'
import { expect, test, type TestAccount } from '../../e2e/support/fixtures.ts'
import { addBusyChat, deleteSelected, storedMessages, jobs, openMessages, receipt, rows } from '../../e2e/support/verbs/messages.ts'
import { signOut, sessionEndedDialog, openRevocable, signInAgain, signInElsewhere } from '../../e2e/support/verbs/session.ts'
import { barButton, field, openSettings } from '../../e2e/support/verbs/settings.ts'

/** R5, R11 and R12: a page is left, a session ends, a long job is interrupted. Each test is named after the goal it measures. */

/** Crashes the page's process, as when the browser is out of memory. Resolves to a session that can still reload and inspect the tab. */
async function crash(page: Page): Promise<CDPSession> {
  const tab = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  void tab.send('Page.crash').catch(() => {})
  await gone
  return tab
}

/** The ways to leave a page. */
const ways = {
  reload: (page: Page) => page.reload(),
  back: (page: Page) => page.goBack(),
  link: (page: Page) =>
    page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav[aria-label="Pages"] a[href="/account"]')!.click()),
  palette: async (page: Page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: /^Go to a chat/ }).fill('Social')
    await page.keyboard.press('Enter')
  },
}

test.describe('R11 settings', () => {
  const kept = (page: Page) => page.evaluate(() => Object.values(localStorage).join())

  /** Opens the settings of a chat from the list of chats and edits them. Resolves to its id. */
  async function typeThere(page: Page, account: TestAccount) {
    const chatId = await addChat(account, 'Lobby')
    await page.goto(to.chats())
    await page.getByRole('link', { name: 'Lobby', exact: true }).click()
    await field(page, 'name').fill('Hall')
    await expect.poll(() => kept(page)).toContain('Hall')
    return chatId
  }

  async function expectKept(page: Page, chatId: number) {
    await openSettings(page, chatId)
    await page.getByRole('region', { name: 'Kept edits' }).getByRole('button', { name: 'Restore' }).click()
    await expect(field(page, 'name')).toHaveValue('Hall')
  }

  for (const [way, leave] of Object.entries(ways))
    test(`R11 settings, ${way}: the draft is kept`, async ({ signedIn: page, account }) => {
      const chatId = await typeThere(page, account)
      await leave(page)
      await expectKept(page, chatId)
    })

  test('R11 settings, the tab is closed: the draft is kept', async ({ signedIn: page, account, context }) => {
    const chatId = await typeThere(page, account)
    await page.close()
    await expectKept(await context.newPage(), chatId)
  })

  test('R11 settings, the tab crashes: the draft is kept', async ({ signedIn: page, account, context }) => {
    const chatId = await typeThere(page, account)
    await crash(page)
    await expectKept(await context.newPage(), chatId)
  })

  test('R11 settings, the session ends: the fields stay, and the draft holds no secret', async ({
    page,
    account,
    baseURL,
    allowErrors,
  }) => {
    allowErrors(/status of 401/)
    const revoke = await openRevocable(page, baseURL!, account)
    await typeThere(page, account)
    await revoke()
    await barButton(page, 'Save').click()
    await expect(sessionEndedDialog(page)).toBeVisible()
    await expect(field(page, 'name')).toHaveValue('Hall')
    const storage = await page.evaluate(() => [localStorage, sessionStorage].flatMap((kept) => Object.entries(kept)).join())
    expect(storage).toContain('Hall')
    expect(storage).not.toContain(account.token)
    expect(storage).not.toMatch(/rk_|__Host-|tokenKey/)
  })
})

test.describe('R11 drawer', () => {
  const drawer = (page: Page) => dialog(page, 'New chat')
  const asked = (page: Page) => dialog(page, 'Leave without saving?')

  async function typeThere(page: Page) {
    await page.goto(to.home())
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
    await startNewChat(page, 'Late show')
  }

  for (const way of ['back', 'link', 'palette'] as const)
    test(`R11 drawer, ${way}: it asks, and staying keeps what was typed`, async ({ signedIn: page }) => {
      await typeThere(page)
      await ways[way](page)
      await asked(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(drawer(page).getByLabel('Name')).toHaveValue('Late show')
      await ways[way](page)
      await asked(page).getByRole('button', { name: 'Leave' }).click()
      await expect(drawer(page)).toBeHidden()
      // A discarded text is not restored.
      await page.goto(to.chats())
      await beginNew(page, 'Chat')
      await expect(drawer(page).getByLabel('Name')).toHaveValue('')
    })

  for (const way of ['reload', 'close'] as const)
    test(`R11 drawer, ${way}: the browser asks`, async ({ signedIn: page, allowErrors }) => {
      allowErrors(/^dialog: $/)
      await typeThere(page)
      const question = page.waitForEvent('dialog')
      if (way === 'close') await page.close({ runBeforeUnload: true })
      else void page.evaluate(() => location.reload())
      expect((await question).type()).toBe('beforeunload')
      // The answer is to stay (fixtures.ts).
      await expect(drawer(page).getByLabel('Name')).toHaveValue('Late show')
    })

  test('R11 drawer, the tab crashes: what was typed is restored, and removed at sign-out', async ({
    signedIn: page,
    context,
    allowErrors,
  }) => {
    // The page was not touched after the reload, so the browser does not ask.
    allowErrors(/beforeunload/)
    await typeThere(page)
    await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('Late show')
    const tab = await crash(page)
    await tab.send('Page.reload')
    const typed = async () => {
      const expression = `document.querySelector('[role=dialog] input[name=name]')?.value + ' ' + document.title`
      const { result } = (await tab.send('Runtime.evaluate', { expression }).catch(() => ({ result: { value: '' } }))) as {
        result: { value?: string }
      }
      return result.value
    }
    await expect.poll(typed).toContain('Late show')
    const other = await context.newPage()
    await other.goto(to.account())
    await signOut(other)
    await other.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(other).toHaveURL(to.signIn())
    // Nothing can be read while the tab navigates.
    const stored = async () => {
      const expression = `Object.values(sessionStorage).join()`
      const answer = await tab.send('Runtime.evaluate', { expression }).catch(() => null)
      return answer === null ? 'not readable' : String(answer.result.value)
    }
    await expect.poll(stored).not.toMatch(/Late show|not readable|undefined/)
  })

  test('R11 drawer, the session ends: the fields stay', async ({ page, account, baseURL, allowErrors }) => {
    allowErrors(/status of 401/)
    const revoke = await openRevocable(page, baseURL!, account)
    await typeThere(page)
    await revoke()
    await drawer(page).getByRole('button', { name: 'Create chat' }).click()
    await expect(sessionEndedDialog(page)).toBeVisible()
    await expect(drawer(page).getByLabel('Name')).toHaveValue('Late show')
  })
})

test.describe('R12', () => {
  test.beforeEach(({ allowErrors }) => allowErrors(/status of 401/))

  test('R12 the end of a session is reported in the other tabs within 2 s', async ({ page, context, account, baseURL }) => {
    const revoke = await openRevocable(page, baseURL!, account)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(to.chats())
      await expect(tab.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
    }
    await revoke()
    await startNewChat(page, 'Late show')
    await dialog(page, 'New chat').getByRole('button', { name: 'Create chat' }).click()
    await expect(sessionEndedDialog(page)).toBeVisible()
    await expect(sessionEndedDialog(other)).toBeVisible({ timeout: 2000 })
  })

  // session-end.e2e.ts tests the button "Go on".
  test('R12 after signing in elsewhere nothing that must not be done twice is sent without a click', async ({ page, account, baseURL }) => {
    const back = await signInElsewhere(page, baseURL!, account)
    await back.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(page, 'New chat')).toContainText('nothing was sent')
    await expect(dialog(page, 'New chat').getByLabel('Name')).toHaveValue('Late show')
    expect(await storedNames(account)).toEqual([])
  })
})

faulty.describe('R5', () => {
  const deletion = /\/messages\/delete$/
  const idsOf = (messages: { messageId: number }[]) => messages.map(({ messageId }) => messageId).toSorted((one, other) => one - other)

  faulty(
    'R5 after 20 of 20 interruptions exactly the selected messages are deleted',
    async ({ signedIn: first, account, upstream, context, allowErrors }) => {
      faulty.setTimeout(600_000)
      allowErrors(/Failed to load resource|status of|ERR_INTERNET_DISCONNECTED/)
      let page = first
      for (let run = 0; run < 20; run++) {
        const cut = (['reload', 'close', 'signed out', 'offline'] as const)[run % 4]!
        const chatId = await addBusyChat(account, 400)
        await openMessages(page, chatId)
        await page.getByRole('checkbox', { name: 'Select all 400 loaded' }).check()
        for (const index of [0, 1]) await rows(page).nth(index).getByRole('checkbox').uncheck()
        const kept = idsOf(await storedMessages(account, chatId)).slice(-2)
        upstream.forget()
        // Some deletions succeed, then none is answered: that is when the interruption happens.
        const well = (run * 5) % 12
        if (well > 0) upstream.arm('POST', deletion, {}, well)
        upstream.arm('POST', deletion, 'held')
        await deleteSelected(page)
        await expect.poll(() => upstream.seen().filter((request) => deletion.test(request)).length).toBe(well + 4)
        if (cut === 'reload') await page.reload()
        if (cut === 'close') {
          await page.close()
          page = await context.newPage()
          await openMessages(page, chatId)
        }
        if (cut === 'offline') {
          await context.setOffline(true)
          await upstream.heal()
          await context.setOffline(false)
        }
        if (cut === 'signed out') {
          await context.clearCookies()
          await upstream.heal()
          await signInAgain(page, account.token)
        }
        await upstream.heal()
        await expect(receipt(page, '398 messages deleted'), `run ${run}: ${cut}`).toBeVisible({ timeout: 90_000 })
        expect(idsOf(await storedMessages(account, chatId)), `run ${run}: ${cut}`).toEqual(kept)
        await jobs(page).getByRole('button', { name: 'Dismiss' }).click()
      }
    },
  )
})
