import { apiNames } from '#contract/api.ts'
import type { CallName } from '#contract/client.ts'
import { fillPath, type Endpoint } from '#contract/endpoint.ts'
import { gatewayApi, type GatewayEndpointName } from '#contract/gateway/api.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { ownChat as own, people, type ForEveryone } from './members.ts'

/**
 * Who may do what, written out, so that a mistake in the declaration of an endpoint or of a role does not decide what is right: of people
 * (access/rights-table.test.ts) and of tokens with their roles (tokens/token-rights.test.ts).
 */

export type Decision = '++' | '+-' | '--'

/**
 * The expected decisions, written by hand: in the own chat and in the other one, + allowed and - refused. What is in no chat is decided once, and
 * written twice.
 */
export const expectedOfCalls: Record<CallName, ForEveryone<Decision>> = {
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

export const callNames = apiNames.filter((name): name is CallName => name !== 'messageListSlow')
export const gatewayNames = Object.keys(gatewayApi) as GatewayEndpointName[]

/** Who may use the gateway's own endpoints, as far as the role decides it; 'all' is everyone who is signed in. */
const whoMay: Record<
  GatewayEndpointName,
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
  visitRead: 'owner, managers',
  visitEnd: 'owner, managers',
  // Of the rounds of polls.
  recordList: 'all but accountants',
  recordsWrite: 'all',
  limitsRead: 'all',
  scheduleRead: 'owner, managers, moderators',
  standingRead: 'owner, managers',
  standingTurnOn: 'owner',
  standingTurnOff: 'owner',
  standingBudget: 'owner',
  plannedSkip: 'owner',
  plannedRunNow: 'owner',
  pinList: 'all',
  pinAdd: 'all but accountants',
  pinRemove: 'all but accountants',
  presetOnList: 'all but accountants',
  presetUseList: 'owner, managers, moderators',
  presetPreview: 'owner, managers, moderators',
  presetTurnOn: 'owner, managers, moderators',
  presetExtend: 'owner, managers, moderators',
  presetEnd: 'owner, managers, moderators',
  driftRead: 'owner, managers',
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
  inboxList: 'all',
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

/** What is expected of each of the people for an endpoint of the gateway. */
export const expectedOfGateway = (name: GatewayEndpointName): string[] =>
  people.map(({ role, chats }) => (isIn(whoMay[name], role, chats) ? '+' : '-'))

function isIn(who: (typeof whoMay)[GatewayEndpointName], role: RoleName, chats: GrantedChats): boolean {
  if (who === 'owner, managers of all chats') return chats === 'all'
  if (who === 'all but accountants') return role !== 'accountant'
  if (who === 'owner, managers, moderators') return ['owner', 'manager', 'moderator'].includes(role)
  return who === 'anyone' || who === 'all' || role === 'owner' || (who === 'owner, managers' && role === 'manager')
}

/** By parameter, where not any text will do. */
const valueOf: Record<string, string | number> = { chatId: own, line: 1, kind: 'poll-rounds', versionId: 'a1' }

/** The request to an endpoint of the gateway: input that no schema accepts, and ids that nothing has, so that what is not refused for the right changes nothing. */
export function requestTo(name: GatewayEndpointName) {
  const { method, path, body }: Endpoint = gatewayApi[name]
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, valueOf[key] ?? 'nobody']))
  return { method, path: fillPath(path, params), body: body && [] }
}
