import type { Locator, Page } from '@playwright/test'
import { builtInPresets } from '#contract/presets/preset.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { gatewaySession } from '../support/gateway.ts'
import { expect, test, type Team } from '../support/team.ts'
import { confirm, dialog, toast } from '../support/verbs/chats.ts'
import { receipt } from '../support/verbs/messages.ts'

/** What the right of some chats is not enough for is disabled, with the reason in words: nobody learns it from a refusal. */

const everywhere = 'needs the permission “Write rules and put them live” in all chats.'

/** Rules, a list and presets of the Owner, some of them for a chat that the Manager does not have. */
async function share({ account, mainStage, backstage }: Team, address: string) {
  const gateway = await gatewaySession(address, account.token)
  const { call } = gateway
  const record = { chatId: null, version: 0 }
  const list = { ...record, key: 'scam', value: { name: 'Scam words', words: ['cheap'] } }
  await call('recordsWrite', { params: { kind: 'word-lists' }, body: { changes: [list] } })
  const presets = [
    { ...record, key: 'evening', value: { ...builtInPresets.lockdown, name: 'Evening', chats: { labels: [], chatIds: [mainStage] } } },
    { ...record, key: 'both', value: { ...builtInPresets.lockdown, name: 'Both', chats: { labels: [], chatIds: [mainStage, backstage] } } },
  ]
  await call('recordsWrite', { params: { kind: 'presets' }, body: { changes: presets } })
  const label = { chatId: mainStage, key: 'labels', version: 0, value: { labels: ['vip'] } }
  await call('recordsWrite', { params: { kind: 'chat-labels' }, body: { changes: [label] } })
  const rule = testRule([{ kind: 'words', words: [], lists: ['scam'] }])
  const deleting = { ...rule.actions, deleteAfterSeconds: 20 }
  const inChats = (chatIds: number[]) => ({ chats: { labels: [], chatIds }, hours: null })
  const rules = {
    own: { ...rule, name: 'Own scam', actions: deleting, scope: inChats([mainStage]) },
    others: { ...rule, name: 'Scam of both', scope: inChats([mainStage, backstage]) },
  }
  for (const [ruleId, stored] of Object.entries(rules)) await call('ruleSave', { params: { ruleId }, body: { rule: stored, seen: 0 } })
  return gateway
}

async function expectBlocked(control: Locator, reason: string | RegExp) {
  await expect(control).toBeDisabled()
  await expect(control).toHaveAccessibleDescription(reason)
}

async function expectFits(page: Page) {
  await expectAccessible(page)
  const { width } = page.viewportSize()!
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** An item of a menu that cannot be chosen, with its reason. */
async function expectBlockedItem(page: Page, thing: string, item: RegExp, reason: string) {
  await page.getByRole('button', { name: `Actions for ${thing}` }).click()
  const found = page.getByRole('menuitem', { name: item })
  await expect(found).toContainText(reason)
  await expect(found).toBeDisabled()
  await found.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
}

for (const width of [1280, 360])
  test(`a Manager of one chat is told beforehand what needs more, ${width} px @thorough`, async ({ team, baseURL }) => {
    const isPhone = width === 360
    const gateway = await share(team, baseURL!)
    const chats = [team.mainStage]
    const viewport = { width, height: 800 }
    const { page } = await team.join({ name: 'Max', role: 'manager', chats, limits: { deletionsPerHour: 100 } }, { viewport })

    await page.goto(to.rules())
    await expect(page.getByText(`A file names no single chats, so importing ${everywhere}`)).toBeVisible()
    if (!isPhone) await expectBlocked(page.getByRole('button', { name: 'Import' }), /^A file names no single chats/)
    await expectBlocked(page.getByRole('switch', { name: /^All rules are on/ }), /^Needs the permission/)
    await expectFits(page)
    if (!isPhone) await expectBlockedItem(page, 'Scam of both', /^Delete…/, 'Changing this rule needs the permission')

    await page.goto(to.rule('others'))
    await expect(
      page.getByText('Changing this rule needs the permission “Write rules and put them live” in all of its chats.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Go live' })).toHaveCount(0)
    await expectFits(page)
    await page.goto(to.rule('own'))
    const live = page.getByRole('button', { name: 'Go live' })
    await expectBlocked(live, 'You may delete 100 messages an hour, and this rule may delete more.')

    await page.goto(to.newRule({ from: 'others' }))
    await page.getByRole('button', { name: /^Chats: 1 chat: Main stage/ }).click()
    await expectBlocked(
      page.getByRole('radio', { name: 'All chats, including new ones' }),
      /^All chats, and labels, which any chat may get/,
    )
    await expectBlocked(page.getByRole('button', { name: /^vip/ }), /^All chats, and labels, which any chat may get/)
    // Nothing is half below the bar at the bottom.
    await page.evaluate((top) => document.scrollingElement!.scrollTo(0, top), isPhone ? 0 : 100_000)
    await expectFits(page)
    await page.getByRole('checkbox', { name: /^Main stage/ }).uncheck()
    await page.getByRole('button', { name: /^Save draft/ }).click()
    await expect(page.getByText('Choose single chats')).toBeVisible()
    await page.getByRole('checkbox', { name: /^Main stage/ }).check()
    await page.getByRole('button', { name: /^Save draft/ }).click()
    await expect(toast(page, 'Draft saved')).toBeVisible()

    await page.goto(to.wordLists())
    await expectBlocked(page.getByRole('button', { name: 'New list' }), /^Any rule may use a word list/)
    await expectBlocked(page.getByRole('button', { name: /^Scam words/ }), /^Any rule may use a word list/)
    await expectAccessible(page, '[role=dialog][aria-modal]')

    await page.goto(to.modes('lockdown'))
    const anyChat = 'It may be turned on in any chat, so changing it needs the permission “Create and edit modes” in all chats.'
    await expect(page.getByText(anyChat)).toBeVisible()
    if (!isPhone) await expectBlocked(page.getByRole('button', { name: 'Edit' }), /^It may be turned on in any chat/)
    await expectBlocked(page.getByRole('button', { name: 'Import' }), /^A file names no single chats/)
    await expectFits(page)
    await page.goto(to.modes('both'))
    await expect(page.getByText('Other chats that you can’t see')).toBeVisible()
    await expectBlockedItem(page, 'Both', /^Delete…/, 'It is also for chats that you can’t see.')
    await page.goto(`${to.modes('both')}&open=edit`)
    await expect(page.getByRole('heading', { name: 'Both' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(to.modes('evening'))
    await expectBlocked(page.getByRole('button', { name: 'Remove Main stage from Evening' }), /^Without a chat/)

    await page.goto(`${to.modes('lockdown')}&open=new`)
    const fresh = dialog(page, 'New mode')
    await expectBlocked(fresh.getByRole('radio', { name: 'All chats, including new ones' }), /^All chats, and labels/)
    await fresh.getByLabel('Name').fill('Mine')
    await fresh.getByRole('button', { name: 'Save mode' }).click()
    await expect(fresh.getByText('Choose single chats')).toBeVisible()
    await expectAccessible(page, '[role=dialog][aria-modal]')
    await fresh.getByRole('button', { name: 'Cancel' }).click()
    await confirm(page, 'Leave without saving?', 'Leave')

    await page.goto(to.chats())
    await page.getByRole('button', { name: 'Actions for Main stage' }).click()
    await page.getByRole('menuitem', { name: 'Labels…' }).click()
    await dialog(page, 'Labels of Main stage').getByRole('checkbox', { name: 'vip' }).click()
    await dialog(page, 'Labels of Main stage').getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'The labels were saved')).toBeVisible()

    await page.goto(to.hours(team.mainStage))
    await expect(page.getByRole('switch', { name: 'Follow these hours' })).toBeEnabled()
    await gateway.confirm()
    const { rolesRevision } = (await gateway.call('teamRead', {})).data
    const roles = { manager: { rights: { 'settings.write': false } } }
    await gateway.call('rolesUpdate', { body: { roles, revision: rolesRevision } })
    await page.reload()
    await expect(page.getByText('Changing these hours needs the permission “Change settings” in this chat.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Follow these hours' })).toHaveCount(0)
    await expectFits(page)
  })

test('a Moderator turns a mode on in the chats that it is for, and is told why not in others @thorough', async ({ team, baseURL }) => {
  await share(team, baseURL!)
  const { page } = await team.join({ name: 'Priya', role: 'moderator', chats: [team.mainStage, team.backstage] })
  await page.goto(to.modes('evening'))
  await page.getByRole('button', { name: /^Turn on…/ }).click()
  const asked = dialog(page, 'Turn on Evening')
  await expect(asked).toContainText(
    '1 chat that the mode is not for is left out: turning it on there needs the permission “Change settings”.',
  )
  await expect(asked.getByRole('button', { name: 'Add chats' })).toHaveCount(0)
  await expectAccessible(page, '[role=dialog][aria-modal]')
  await asked.getByRole('button', { name: 'Turn on in 1 chat' }).click()
  await expect(receipt(page, '“Evening” is on')).toBeVisible()
})
