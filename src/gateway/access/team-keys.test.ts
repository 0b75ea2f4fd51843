import { randomBytes } from 'node:crypto'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { scopedTokens } from '#contract/gateway/scoped-tokens.ts'
import { createKeys } from '../session/seal.ts'
import { codeOf, temporaryFolder } from '../testing/gateway.ts'
import { startTeam, type TestTeam } from '../testing/team.ts'
import { linesOf } from '../audit/test-audit.ts'
import { openSecrets, sealSecrets } from '../notifications/channels.ts'
import { openKeys, requireKeys } from './team-keys.ts'

/** What happens to a team when the key file is missing, another one, or changed. */

const Line = z.object({ action: z.optional(z.string()), subject: z.optional(z.string()), who: z.optional(z.object({ kind: z.string() })) })

let temporary: ReturnType<typeof temporaryFolder>
let team: TestTeam
let keyFile: string
beforeEach(async () => {
  temporary = temporaryFolder()
  team = await startTeam()
  keyFile = join(temporary.folder, 'session.key')
})
afterEach(async () => {
  await team.close()
  temporary.remove()
})

/** As at a start. */
async function open(more: object = {}) {
  const settings = { keyFile, oldKeyFile: null, forgetsTeamTokens: false, ...more }
  await requireKeys(team.query, settings)
  return openKeys(team.query, settings)
}
const teams = () => team.query.selectFrom('team').selectAll().execute()

/** Seals the team with the key of the file, as a server does that has always run with it. */
async function sealWithFile() {
  const { workspace } = (await teams())[0]!
  await team.query.updateTable('team').set({ sealed_token: '' }).execute()
  const keys = await open()
  await team.query
    .updateTable('team')
    .set({ sealed_token: keys.seal('workspace-token', workspace, team.token) })
    .execute()
  return { keys, workspace }
}

test('without a team a missing key file is created', async () => {
  await team.query.deleteFrom('team').execute()
  await open()
  expect(existsSync(keyFile)).toBe(true)
})

test('with a team a missing key file is refused, and no other is created in its place', async () => {
  const before = await teams()
  await expect(open()).rejects.toThrow(/is missing, and the sealed tokens of 1 account cannot be opened/)
  expect(existsSync(keyFile)).toBe(false)
  expect(await teams()).toEqual(before)
})

test('another key file is refused, and the right one opens everything again', async () => {
  const { workspace } = await sealWithFile()
  const before = await teams()
  renameSync(keyFile, `${keyFile}.right`)
  await open({ keyFile: `${keyFile}.other`, oldKeyFile: `${keyFile}.right` })
  await team.query.updateTable('team').set({ sealed_token: before[0]!.sealed_token }).execute()
  await expect(open({ keyFile: `${keyFile}.other` })).rejects.toThrow(/is not the one that belongs to this database/)
  expect(await teams()).toEqual(before)
  const right = await open({ keyFile: `${keyFile}.right` })
  expect(right.unseal('workspace-token', workspace, before[0]!.sealed_token)).toBe(team.token)
})

test('a changed key file: tokens of teams are sealed anew, and the old file is not needed for them', async () => {
  const { workspace } = await sealWithFile()
  renameSync(keyFile, `${keyFile}.old`)
  await open({ oldKeyFile: `${keyFile}.old` })
  const keys = await open()
  const [row] = await teams()
  expect(keys.unseal('workspace-token', workspace, row!.sealed_token)).toBe(team.token)
})

test('a changed key file: addresses and secrets of webhooks are sealed anew, and those of a lost key are kept', async () => {
  await team.query.deleteFrom('team').execute()
  const secrets = { address: 'https://hooks.example.org/', secret: 'canary-webhook-secret' }
  const channel = { workspace: 'w', kind: 'webhook' as const, name: 'ops', shape: 'slack' as const, host: '', shown: '', has_secret: 1 }
  const rest = { person_id: '', email: '', created: 1, lender_id: null }
  const lost = sealSecrets(createKeys(randomBytes(32)), 'lost', secrets)
  const rows = [
    { ...channel, ...rest, id: 'ours', sealed: sealSecrets(await open(), 'ours', secrets) },
    { ...channel, ...rest, id: 'lost', sealed: lost },
  ]
  await team.query.insertInto('notification_channel').values(rows).execute()
  renameSync(keyFile, `${keyFile}.old`)
  await open({ oldKeyFile: `${keyFile}.old` })
  const keys = await open()
  const stored = await team.query.selectFrom('notification_channel').select(['id', 'sealed']).orderBy('id').execute()
  expect(stored.map((row) => openSecrets(keys, row))).toEqual([null, secrets])
  expect(stored[0]!.sealed).toBe(lost)
})

test('a key that is lost for good: team access is off, people are signed out and kept', async () => {
  await open({ forgetsTeamTokens: true })
  expect(await teams()).toMatchObject([{ since: null, sealed_token: '' }])
  expect(await codeOf(await team.call(team.ines.cookie, 'GET', '/chats'))).toBe('team_off')
  const { cookie } = await team.signIn()
  expect((await team.get(cookie, 'teamRead')).data.people.map(({ name }) => name)).toEqual(['Ines'])
})

test('a key that is lost for good: invitations and scoped tokens end, each with its entry, and do not come back with the team', async () => {
  const { secret } = await team.invite(team.ines, { name: 'Eve' })
  const draft = { label: 'Bot', role: 'moderator', chats: 'all', expiresInDays: 30 }
  const created = await team.askConfirmed(team.ines, 'scopedTokenCreate', { body: draft })
  const token = scopedTokens.scopedTokenCreate.response.parse(await created.json()).data
  const { workspace } = (await teams())[0]!
  const on = { since: 1, turned_on_by: 'Ines', sealed_token: 'lost', token_rejected: 0, budget: 60, paused_until: 0 }
  await team.query
    .insertInto('standing_access')
    .values({ workspace, account_id: team.accountId, ...on })
    .execute()
  await open({ forgetsTeamTokens: true })
  await team.turnOn('Kim')
  expect(await codeOf(await team.ask('', 'joinRead', { body: { secret } }))).toBe('invitation_revoked')
  const answer = await team.send('/api/chats', { headers: { authorization: `Bearer ${token.secret}` } })
  expect([answer.status, await codeOf(answer)]).toEqual([401, 'scoped_token_refused'])
  const entries = (await linesOf(team.database as never, workspace)).map(({ text }) => Line.parse(JSON.parse(text)))
  expect(entries.filter(({ who }) => who?.kind === 'roomkeeper').map(({ action, subject }) => [action, subject])).toEqual([
    ['invitationRevoke', 'Eve'],
    ['scopedTokenRevoke', 'Bot'],
    ['teamTurnOff', ''],
    ['standingTurnOff', ''],
  ])
})
