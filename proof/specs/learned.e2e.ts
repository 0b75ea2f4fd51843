import type { Page } from '@playwright/test'
import { changedSettings, settingNames, soundSettings, type SettingsWrite, type Settings } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { figure } from '../../src/test-figure.ts'
import { test } from '../../e2e/support/upstreams/with-foreign-service.ts'
import { addChat, bulkBar, confirm, dialog, storedSettings, select, toast } from '../../e2e/support/verbs/chats.ts'
import { expect, type TestAccount } from '../../e2e/support/fixtures.ts'
import { foreignServices, unusualSettings } from '../../e2e/support/upstreams/foreign-service.ts'
import { learn } from '../../e2e/support/verbs/service.ts'
import { barButton, expectSaved, openSettings, settingSwitch } from '../../e2e/support/verbs/settings.ts'

/** R33: remote services, learned or not. After each way of changing settings, no value has changed that was not edited or announced. */

const draft = (name: string) => ({ name, ...unusualSettings, filterWords: 'spam, scam' }) satisfies Partial<SettingsWrite>

interface Scene {
  page: Page
  account: TestAccount
  chatIds: number[]
  isLearned: boolean
}

/** Confirms the question about sounds that a save cannot send. Resolves to whether it was asked. */
async function agreeToLeftOut(page: Page): Promise<boolean> {
  const asked = dialog(page, /^Save without \d sounds?\?$/)
  const notKept = dialog(page, /did not keep/)
  await expect(asked.or(notKept).or(toast(page, 'Settings saved')).first()).toBeVisible()
  const wasAsked = await asked.isVisible()
  if (wasAsked) await asked.getByRole('button', { name: 'Save' }).click()
  return wasAsked
}

interface Way {
  edits: Partial<Settings>
  /** Resolves to whether the page announced before that sounds are left out. */
  run: (scene: Scene) => Promise<boolean>
}

const ways: Record<string, Way> = {
  save: {
    edits: { mentions: false },
    run: async ({ page, chatIds: [chatId = 0] }) => {
      await openSettings(page, chatId)
      await settingSwitch(page, 'mentions').uncheck()
      await barButton(page, 'Save').click()
      const wasTold = await agreeToLeftOut(page)
      await settled(page)
      return wasTold
    },
  },
  bulk: {
    edits: { offline: true },
    run: async ({ page, isLearned }) => {
      await page.goto(to.chats())
      await select(page, 'Lobby', 'Harbour')
      await bulkBar(page).getByRole('button', { name: 'Take offline' }).click()
      const asked = dialog(page, 'Take 2 chats offline?')
      // The note comes a moment after the dialog.
      await (isLearned ? expect(asked).toBeVisible() : expect(asked).toContainText('sounds are not sent.'))
      const wasTold = await asked.getByText('sounds are not sent.').isVisible()
      await confirm(page, 'Take 2 chats offline?', 'Take offline')
      // Where sounds were left out, the service may not have kept them.
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /^2 chats are offline|of 2 chats saved/ })
          .first(),
      ).toBeVisible()
      return wasTold
    },
  },
  import: {
    edits: { mentions: false, httpsOnly: true },
    run: async ({ page, chatIds: [chatId = 0] }) => {
      await openSettings(page, chatId)
      const buffer = Buffer.from('{"roomkeeper":1,"settings":{"mentions":false,"httpsOnly":true}}')
      await page.getByLabel('Settings file').setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer })
      await dialog(page, 'Import settings').getByRole('button', { name: 'Import 2 changes' }).click()
      await barButton(page, 'Save').click()
      const wasTold = await agreeToLeftOut(page)
      await settled(page)
      return wasTold
    },
  },
  undo: {
    edits: {},
    run: async ({ page, chatIds: [chatId = 0] }) => {
      await openSettings(page, chatId)
      await settingSwitch(page, 'mentions').uncheck()
      await barButton(page, 'Save').click()
      const wasTold = await agreeToLeftOut(page)
      await settled(page)
      await page.goto(to.changes())
      await page
        .getByRole('button', { name: /^Undo: 1 setting changed/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Save 1 change' }).click()
      await settled(page)
      return wasTold
    },
  },
}

/** Waits until the save is confirmed, or the values that were not kept are reported. */
async function settled(page: Page): Promise<void> {
  const notKept = dialog(page, /did not keep/)
  await expect(notKept.or(toast(page, 'Settings saved')).first()).toBeVisible()
  if (await notKept.isVisible()) await notKept.getByRole('button', { name: 'Close' }).click()
  else await expectSaved(page)
}

test.describe.configure({ mode: 'serial' })
let cells = 0
let silent = 0

for (const [name, behaviour] of Object.entries(foreignServices))
  for (const [way, { edits, run }] of Object.entries(ways))
    for (const isLearned of [true, false])
      test(`a service that ${name}, ${isLearned ? 'learned' : 'not learned'}: ${way} @R33`, async ({
        signedIn: page,
        account,
        foreign,
        enterToken,
        allowErrors,
      }) => {
        allowErrors(/status of 40\d/)
        foreign.behave(behaviour)
        const chatIds = [await addChat(account, draft('Lobby')), await addChat(account, draft('Harbour'))]
        const before = await Promise.all(chatIds.map((chatId) => storedSettings(account, chatId)))
        if (isLearned) await learn(page, enterToken)
        const wasTold = await run({ page, account, chatIds, isLearned })
        if (isLearned) expect(wasTold).toBe(false)
        const after = await Promise.all(chatIds.map((chatId) => storedSettings(account, chatId)))
        const touched = way === 'bulk' ? chatIds.length : 1
        for (const [index, chat] of after.entries()) {
          const meant = index < touched ? { ...before[index]!, ...edits } : before[index]!
          // Before it is learned, sounds without a name are left out: those of them that changed count unless that was said before.
          const unmeant = changedSettings(meant, chat).filter((setting) => !wasTold || !soundSettings.some((sound) => sound === setting))
          cells++
          silent += unmeant.length
          expect(unmeant).toEqual([])
        }
      })

test.afterAll(() =>
  figure(
    'R33',
    silent === 0 && cells === 64,
    `${cells} chats compared in all ${settingNames.length} settings, ${silent} settings changed that nobody edited and nobody was told of`,
  ),
)
