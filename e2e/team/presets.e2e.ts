import { to } from '#dashboard/platform/to.ts'
import { expect, test } from '../support/team.ts'
import { dialog, storedSettings } from '../support/verbs/chats.ts'
import { jobs, openMessages, receipt } from '../support/verbs/messages.ts'

/** Presets in a team: a role may hold the right to turn presets on without the right to change settings, and who may do neither sees who can. */

test('a Moderator locks a chat and opens it again without the right to see or change settings; a Host sees it, and whom to ask @thorough', async ({
  team,
}) => {
  const { page: ana } = await team.join({ name: 'Ana Moderator', role: 'moderator', chats: [team.mainStage] })
  await openMessages(ana, team.mainStage)
  await ana.keyboard.press('l')
  const asked = dialog(ana, 'Turn on Lockdown')
  await expect(asked.getByRole('button', { name: 'Turn on in 1 chat' })).toBeFocused()
  await expect(asked).toContainText('background access is off')
  await asked.getByRole('button', { name: 'Turn on in 1 chat' }).click()
  await expect(asked).toBeHidden()
  await expect(receipt(ana, '“Lockdown” is on')).toBeVisible()
  expect(await storedSettings(team.account, team.mainStage)).toMatchObject({ anonymous: false })

  const { page: tom } = await team.join({ name: 'Tom Host', role: 'host', chats: 'all' })
  await openMessages(tom, team.mainStage)
  const band = tom.getByRole('region', { name: 'Modes that are on' })
  await expect(band).toContainText('Lockdown in 1 chat, by Ana Moderator')
  await expect(band).toContainText(/Ask Ana Moderator or .+ to end it/)
  await expect(band.getByRole('button')).toHaveCount(0)
  await expect(tom.getByRole('button', { name: 'Modes' })).toHaveCount(0)
  await tom.goto(to.modes())
  await expect(tom.getByRole('button', { name: 'Turn on…' })).toHaveCount(0)

  const changed = { groupChatWelcomeMessage: 'Encore at 21:15' }
  await team.account.api('chatUpdate', { params: { chatId: team.mainStage }, body: changed })
  await ana.getByRole('button', { name: 'End now' }).click()
  await expect(ana.getByRole('region', { name: 'Modes that are on' })).toBeHidden()
  await jobs(ana).getByRole('link', { name: 'Show the chat that is left' }).click()
  await ana.getByRole('button', { name: /^Theirs: .+ in Main stage$/ }).click()
  await expect(ana.getByRole('heading', { level: 1 })).toContainText('“Lockdown” has ended')
  expect(await storedSettings(team.account, team.mainStage)).toMatchObject({ anonymous: true, ...changed })
})
