import { to } from '#dashboard/platform/to.ts'
import { gatewaySession } from '../support/gateway.ts'
import { expect, test } from '../support/team.ts'

/** Who may turn on modes sees what will happen in their chats. */

test('a Moderator sees the schedule of their chats, and neither background access nor what they may not decide', async ({
  signedIn: owner,
  team,
}) => {
  await owner.goto(to.people())
  const { call } = await gatewaySession(new URL(owner.url()).origin, team.account.token)
  const value = {
    isOn: true,
    zone: 'UTC',
    week: Array.from({ length: 7 }, () => [{ from: 12 * 60, to: 20 * 60, message: '' }]),
    exceptions: [],
    message: 'Closed',
    showForm: false,
    openUntil: null,
  }
  const changes = [team.mainStage, team.backstage].map((chatId) => ({ chatId, key: 'hours', version: 0, value }))
  await call('recordsWrite', { params: { kind: 'chat-hours' }, body: { changes } })
  const { page: ana } = await team.join({ name: 'Ana Moderator', role: 'moderator', chats: [team.mainStage] })
  await ana.goto(to.schedule())
  const agenda = ana.getByRole('list', { name: 'Agenda' })
  await expect(agenda.getByText(/^(?:Opens|Closes)$/).first()).toBeVisible()
  await expect(agenda.getByText('Backstage')).toHaveCount(0)
  await expect(agenda.getByRole('button')).toHaveCount(0)
  await expect(ana.getByRole('region', { name: 'Background access' })).toHaveCount(0)
})
