import { expect, test } from 'vitest'
import { createToken, revokeToken } from '#service/accounts/accounts.ts'
import { codeOf } from '../testing/gateway.ts'
import { startTeam } from '../testing/team.ts'

test('an answer to another token of the account says nothing about the sealed token of its team', async () => {
  const team = await startTeam()
  const readChats = async (cookie: string) => {
    const answer = await team.call(cookie, 'GET', '/chats')
    return [answer.status, await codeOf(answer)]
  }
  const { id } = await team.database.query
    .selectFrom('token')
    .select('id')
    .where('account_id', '=', team.accountId)
    .executeTakeFirstOrThrow()
  await revokeToken(team.database, id)
  expect(await readChats(team.ines.cookie)).toEqual([403, 'team_token_refused'])
  const { token } = await createToken(team.database, { accountId: team.accountId })
  expect(await readChats((await team.signIn({ token })).cookie)).toEqual([200, undefined])
  expect(await team.sessionOf(team.ines.cookie)).toMatchObject({ team: { isTokenRejected: true } })
  await team.close()
})
