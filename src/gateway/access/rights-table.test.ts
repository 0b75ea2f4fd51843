import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, apiNames, type ApiName } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { confirmScope, stepUpEndpoints } from '#contract/session.ts'
import { workspaceApi, type WorkspaceName } from '#contract/gateway/api.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import { roleNames, type RoleName } from '#contract/gateway/role-names.ts'
import { samples } from '#service/testing/samples.ts'
import { figure } from '../../test-figure.ts'
import { recordingService } from '../testing/recording-service.ts'
import { codeOf, fromPage } from '../testing/gateway.ts'
import { otherChat as other, ownChat as own, people, type ForEveryone } from '../testing/members.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'
import { isProof } from '../../test-runs.ts'

/**
 * Every endpoint, as people of a real team: invited, signed in with a passkey. What is expected is written out here, so that a mistake in the
 * declaration of an endpoint or of a role does not decide what is right.
 */

type PersonName = (typeof people)[number]['name']

type Decision = '++' | '+-' | '--'

/**
 * The expected decisions, written by hand: in the own chat and in the other one, + allowed and - refused. What is in no chat is decided once, and
 * written twice.
 */
const expected: Record<CallName, ForEveryone<Decision>> = {
  //                  owner managers:all, own  moderator host accountant
  pollList: ['++', '++', '+-', '+-', '+-', '--'],
  pollCreate: ['++', '++', '+-', '--', '+-', '--'],
  pollUpdate: ['++', '++', '+-', '--', '+-', '--'],
  pollDelete: ['++', '++', '+-', '--', '+-', '--'],
  pollReset: ['++', '++', '+-', '--', '+-', '--'],
  pollResend: ['++', '++', '+-', '--', '+-', '--'],
  pollPublish: ['++', '++', '+-', '--', '+-', '--'],
  messageSend: ['++', '++', '+-', '+-', '+-', '--'],
  messageList: ['++', '++', '+-', '+-', '+-', '--'],
  messageDelete: ['++', '++', '+-', '+-', '--', '--'],
  messageDeleteSome: ['++', '++', '+-', '+-', '--', '--'],
  messageDeleteAll: ['++', '++', '+-', '--', '--', '--'],
  chatCreate: ['++', '++', '--', '--', '--', '--'],
  chatDuplicate: ['++', '++', '--', '--', '--', '--'],
  chatList: ['++', '++', '++', '++', '++', '--'],
  chatRead: ['++', '++', '+-', '+-', '+-', '--'],
  chatUpdate: ['++', '++', '+-', '--', '--', '--'],
  chatDelete: ['++', '++', '+-', '--', '--', '--'],
  accountRead: ['++', '++', '++', '++', '++', '++'],
  accountUpdate: ['++', '++', '++', '--', '--', '--'],
  currencySet: ['++', '--', '--', '--', '--', '--'],
  banCreate: ['++', '++', '+-', '+-', '--', '--'],
  banList: ['++', '++', '+-', '+-', '--', '--'],
  banLift: ['++', '++', '+-', '+-', '--', '--'],
  banLiftRange: ['++', '++', '+-', '+-', '--', '--'],
  socialRead: ['++', '++', '++', '--', '--', '--'],
  socialUpdate: ['++', '++', '++', '--', '--', '--'],
}
const callNames = apiNames.filter((name): name is CallName => name !== 'messageListSlow')

const { reached, service } = recordingService()

let team: TestTeam
const signedIn = new Map<PersonName, TestPerson>()
beforeAll(async () => {
  // Without the log, which reads what was there before a change: only the requests themselves are counted.
  team = await startTeam({ upstream: { service }, audit: null, signInLimit: 1000 })
  signedIn.set('owner', team.ines)
  for (const { name, role, chats } of people.slice(1)) {
    const { secret } = await team.invite(team.ines, { name, role, chats: chats === 'all' ? 'all' : [...chats] })
    signedIn.set(name, await team.join(secret))
  }
})
afterAll(() => team.close())

const wrong: string[] = []
let decisions = 0
afterAll(() => {
  const workspaceNames = Object.keys(workspaceApi)
  const all = (callNames.length * 2 + workspaceNames.length) * people.length
  if (isProof)
    figure(
      'T1',
      decisions === all && wrong.length === 0,
      `${wrong.length} of ${decisions} decisions wrong (${callNames.length} endpoints of the API × own and other chat, ${workspaceNames.length} of the gateway, 5 roles and a second Manager)`,
    )
})

/** Counts the decisions, and keeps the wrong ones for the figure. */
function count(name: string, found: readonly string[], wanted: readonly string[]) {
  for (const [index, decision] of found.entries()) {
    decisions += wanted[index]!.length
    if (decision !== wanted[index]) wrong.push(`${name} as ${people[index]!.name}: ${decision}`)
  }
}

/** Confirms with a passkey what needs it, so that nothing but the right decides. */
async function confirm({ cookie, device }: TestPerson, name: ApiName, chatId: number) {
  const scope = confirmScope(name, api[name].path, { chatId })
  const { data } = await team.get(cookie, 'confirmOptions', { body: { for: [scope] } })
  await team.get(cookie, 'confirmPasskey', { body: { credential: device.get(data) } })
}

/** Sends a call as a person: + where it reached the service, and only that; - where it was refused before. */
async function decide(who: PersonName, name: ApiName, chatId: number): Promise<string> {
  const { method, path, body } = samples(chatId).find((sample) => sample.name === name)!
  const person = signedIn.get(who)!
  if (stepUpEndpoints.some((one) => one === name)) await confirm(person, name, chatId)
  reached.length = 0
  const answer = await team.call(person.cookie, method, path, body, { 'if-match': '"1"' })
  const code = await codeOf(answer)
  if (answer.status === 403 && code === 'no_right' && reached.length === 0) return '-'
  return reached.join() === `${method} ${path}` ? '+' : `${answer.status} ${String(code)}, reached ${reached.join()}`
}

test.each(callNames)('%s is decided by role and chat before the service is asked', async (name) => {
  const found: string[] = []
  for (const { name: who } of people) found.push((await decide(who, name, own)) + (await decide(who, name, other)))
  count(name, found, expected[name])
  expect(found).toEqual(expected[name])
})

/** Who may use the gateway's own endpoints, as far as the role decides it; 'all' is everyone who is signed in. */
const expectedOfGateway: Record<
  WorkspaceName,
  'anyone' | 'all' | 'all but accountants' | 'owner' | 'owner, managers of all chats' | 'owner, managers' | 'owner, managers, moderators'
> = {
  teamRead: 'owner',
  lentList: 'owner',
  teamTurnOn: 'owner',
  teamTurnOff: 'owner',
  teamTokenReplace: 'owner',
  rolesUpdate: 'owner',
  personRead: 'owner',
  personUpdate: 'owner',
  personRemove: 'owner',
  passkeyRemove: 'owner',
  sessionEnd: 'owner',
  invitationCreate: 'owner',
  invitationRenew: 'owner',
  invitationRevoke: 'owner',
  scopedTokenList: 'owner',
  scopedTokenCreate: 'owner',
  scopedTokenRevoke: 'owner',
  ownTokenRead: 'all',
  meRead: 'all',
  mySessionEnd: 'all',
  myPasskeyOptions: 'all',
  myPasskeyCreate: 'all',
  myPasskeyRemove: 'all',
  myRecoveryCodesCreate: 'all',
  confirmOptions: 'all',
  confirmPasskey: 'all',
  joinRead: 'anyone',
  join: 'anyone',
  passkeySignInOptions: 'anyone',
  passkeySignIn: 'anyone',
  recoverySignIn: 'anyone',
  companySignIn: 'anyone',
  confirmCompanyOptions: 'all',
  confirmCompany: 'all',
  auditList: 'owner, managers',
  auditCount: 'owner, managers',
  auditRead: 'owner, managers',
  myAuditList: 'all',
  myAuditCount: 'all',
  myAuditRead: 'all',
  auditToday: 'all',
  // Of the rounds of polls.
  recordList: 'all but accountants',
  recordsWrite: 'all',
  limitsRead: 'all',
  standingRead: 'owner, managers',
  standingTurnOn: 'owner',
  standingTurnOff: 'owner',
  standingBudget: 'owner',
  plannedSkip: 'owner',
  plannedRunNow: 'owner',
  presetOnList: 'all but accountants',
  presetUseList: 'owner, managers, moderators',
  presetPreview: 'owner, managers, moderators',
  presetTurnOn: 'owner, managers, moderators',
  presetExtend: 'owner, managers, moderators',
  presetEnd: 'owner, managers, moderators',
  driftRead: 'owner, managers',
  driftCount: 'owner, managers',
  driftCheck: 'owner, managers',
  driftAccept: 'owner, managers',
  driftPutBack: 'owner, managers',
  driftIgnore: 'owner, managers',
  driftUnignore: 'owner, managers',
  versionList: 'owner, managers',
  versionRead: 'owner, managers',
  hoursRead: 'owner, managers',
  hoursDecide: 'owner, managers',
  rulesRead: 'owner, managers, moderators',
  labelUseList: 'owner, managers',
  ruleSave: 'owner, managers',
  ruleDelete: 'owner, managers',
  ruleVersionList: 'owner, managers, moderators',
  ruleSetState: 'owner, managers',
  rulesSwitch: 'owner, managers',
  backtestCost: 'owner, managers',
  reviewRead: 'all but accountants',
  reviewCount: 'all but accountants',
  reviewLastList: 'all but accountants',
  reviewDecide: 'owner, managers, moderators',
  reviewLook: 'all but accountants',
  chatHitList: 'all but accountants',
  notificationsRead: 'owner, managers',
  notificationChannelCreate: 'owner, managers',
  notificationChannelUpdate: 'owner, managers',
  notificationChannelDelete: 'owner, managers',
  notificationChannelTest: 'owner, managers',
  notificationEventSet: 'owner, managers',
  notificationDeliveryList: 'owner, managers of all chats',
  notificationDeliveryRead: 'owner, managers of all chats',
  notificationDeliveryRetry: 'owner, managers of all chats',
  notificationDeliverySkip: 'owner, managers of all chats',
  myNotificationsRead: 'all',
  myNotificationEventSet: 'all',
  noticeList: 'all',
  noticesMark: 'all',
  // What they need depends on the kind: jobs.test.ts.
  jobList: 'all',
  jobRead: 'all',
  jobStart: 'all',
  jobChange: 'all',
  jobDecide: 'all',
  jobResultList: 'all',
}

/** By parameter, where not any text will do. */
const valueOf: Record<string, string | number> = { chatId: own, line: 1, kind: 'poll-rounds', versionId: 'a1' }

test.each(Object.keys(expectedOfGateway) as WorkspaceName[])('%s of the gateway is decided by role', async (name) => {
  const { method, path, body }: Endpoint = workspaceApi[name]
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, valueOf[key] ?? 'nobody']))
  const found: string[] = []
  for (const { name: who } of people) {
    // Input that no schema accepts, and ids that nothing has: whatever is not refused for the right changes nothing.
    const answer = await team.send(`/bff/workspace${fillPath(path, params)}`, {
      method,
      headers: { ...fromPage, cookie: signedIn.get(who)!.cookie },
      ...(body && { body: '[]' }),
    })
    found.push((await codeOf(answer)) === 'no_right' ? '-' : '+')
  }
  const wanted = people.map(({ role, chats }) => (isIn(expectedOfGateway[name], role, chats) ? '+' : '-'))
  count(name, found, wanted)
  expect(found).toEqual(wanted)
})

function isIn(who: (typeof expectedOfGateway)[WorkspaceName], role: RoleName, chats: GrantedChats): boolean {
  if (who === 'owner, managers of all chats') return chats === 'all'
  if (who === 'all but accountants') return role !== 'accountant'
  if (who === 'owner, managers, moderators') return ['owner', 'manager', 'moderator'].includes(role)
  return who === 'anyone' || who === 'all' || role === 'owner' || (who === 'owner, managers' && role === 'manager')
}

test('the table has all roles', () => {
  expect(new Set(people.map(({ role }) => role))).toEqual(new Set<RoleName>(roleNames))
})

test('a person whose role is lowered, whose chat is taken away or who is removed is refused with the next request', async () => {
  const { secret } = await team.invite(team.ines, { name: 'Tom', role: 'manager', chats: [own] })
  const tom = await team.join(secret)
  const read = async (path: string) => {
    const answer = await team.call(tom.cookie, 'GET', path)
    return [answer.status, await codeOf(answer)]
  }
  const change = async (grant: { role: RoleName; chats: GrantedChats }) => {
    const { data } = await team.get(team.ines.cookie, 'personRead', { params: { personId: tom.id } })
    const body = { name: 'Tom', ...grant, limits: {}, email: '', revision: data.revision }
    expect((await team.askConfirmed(team.ines, 'personUpdate', { params: { personId: tom.id }, body })).status).toBe(200)
  }
  expect(await read('/social')).toEqual([200, undefined])
  await change({ role: 'moderator', chats: [own] })
  expect([await read('/social'), await read(`/chats/${own}`)]).toEqual([
    [403, 'no_right'],
    [200, undefined],
  ])
  await change({ role: 'moderator', chats: [other] })
  expect(await read(`/chats/${own}`)).toEqual([403, 'no_right'])
  expect((await team.askConfirmed(team.ines, 'personRemove', { params: { personId: tom.id } })).status).toBe(200)
  expect(await read(`/chats/${other}`)).toEqual([401, 'removed'])
})
