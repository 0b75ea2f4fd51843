import type { GatewayApi, GatewayEndpointName } from './api.ts'
import type { AuditKind } from './audit.ts'
import type { RecordKind } from './record-kinds.ts'

/**
 * What the audit log holds beside the changes of the API (activity.ts): whatever the gateway's own endpoints change, and sign-ins. An endpoint that is no
 * read and is missing here does not compile: it is named in `gatewayActions`, in `recordActions` or, with the reason, in `unrecorded`.
 */

interface Declared {
  /** `team`, `access`: for those who may see people. Others: what was done to many at once, or asked for; each change of a chat has an entry of its own as well. */
  kind: AuditKind
  title: string
}

/** What is recorded and is no endpoint of the workspace: sign-ins, session routes, what the gateway does by itself, and commands of the operator. */
type OtherAction =
  | 'signIn'
  | 'demoSignIn'
  | 'companySignIn'
  | 'signOut'
  | 'tokenKeyRead'
  | 'profileWrite'
  | 'auditCut'
  | 'hoursEnded'
  | 'ruleStop'
  | 'rulesStop'

/** Records by their kind, whichever endpoint writes them. */
export const recordActions = {
  'poll-rounds': { action: 'pollRoundWrite', kind: 'polls', title: 'Kept votes of a poll changed' },
  'poll-templates': { action: 'pollTemplateWrite', kind: 'polls', title: 'Poll template changed' },
  'poll-groups': { action: 'pollGroupWrite', kind: 'polls', title: 'Group of polls changed' },
  'ban-notes': { action: 'banNoteWrite', kind: 'bans', title: 'Note of a ban changed' },
  'post-texts': { action: 'postTextWrite', kind: 'messages', title: 'Saved text changed' },
  'chat-labels': { action: 'chatLabelsWrite', kind: 'chats', title: 'Labels changed' },
  'chat-hours': { action: 'chatHoursWrite', kind: 'settings', title: 'Opening hours changed' },
  'saved-views': { action: 'savedViewWrite', kind: 'chats', title: 'Saved view changed' },
  'word-lists': { action: 'wordListWrite', kind: 'messages', title: 'Word list changed' },
  presets: { action: 'presetWrite', kind: 'settings', title: 'Mode changed' },
} as const satisfies Record<RecordKind, Declared & { action: string }>
type RecordAction = (typeof recordActions)[RecordKind]['action']

/** The titles and kinds of `recordActions` by action. */
const ofRecords = Object.fromEntries(Object.values(recordActions).map(({ action, kind, title }) => [action, { kind, title }])) as Record<
  RecordAction,
  Declared
>

/** By endpoint, or by the name of what is no endpoint of the workspace. */
export const gatewayActions = {
  teamTurnOn: { kind: 'team', title: 'Team access turned on' },
  teamTurnOff: { kind: 'team', title: 'Team access turned off' },
  teamTokenReplace: { kind: 'team', title: 'Account token replaced' },
  rolesUpdate: { kind: 'team', title: 'Permissions of roles changed' },
  personUpdate: { kind: 'team', title: 'Person changed' },
  personRemove: { kind: 'team', title: 'Person removed' },
  passkeyRemove: { kind: 'team', title: 'Passkey of a person removed' },
  sessionEnd: { kind: 'team', title: 'Session of a person ended' },
  invitationCreate: { kind: 'team', title: 'Person invited' },
  invitationRenew: { kind: 'team', title: 'New invitation link created' },
  invitationRevoke: { kind: 'team', title: 'Invitation revoked' },
  scopedTokenCreate: { kind: 'team', title: 'Scoped token created' },
  scopedTokenRevoke: { kind: 'team', title: 'Scoped token revoked' },

  standingTurnOn: { kind: 'team', title: 'Background access turned on' },
  standingTurnOff: { kind: 'team', title: 'Background access turned off' },
  standingBudget: { kind: 'team', title: 'Requests a minute of background access changed' },
  plannedSkip: { kind: 'team', title: 'Planned action skipped' },
  plannedRunNow: { kind: 'team', title: 'Planned action carried out at once' },
  hoursDecide: { kind: 'settings', title: 'Decided on opening hours' },

  driftPutBack: { kind: 'team', title: 'Outside changes put back' },
  driftAccept: { kind: 'team', title: 'Outside changes accepted' },
  driftIgnore: { kind: 'team', title: 'Setting left out of checks for outside changes' },
  driftUnignore: { kind: 'team', title: 'Setting checked for outside changes again' },

  notificationChannelCreate: { kind: 'team', title: 'Channel of notifications added' },
  notificationChannelUpdate: { kind: 'team', title: 'Channel of notifications changed' },
  notificationChannelDelete: { kind: 'team', title: 'Channel of notifications deleted' },
  notificationEventSet: { kind: 'team', title: 'Events of a channel changed' },
  notificationChannelTest: { kind: 'team', title: 'Test sent to a channel' },
  notificationDeliveryRetry: { kind: 'team', title: 'Delivery tried again' },
  notificationDeliverySkip: { kind: 'team', title: 'Delivery skipped' },
  myNotificationEventSet: { kind: 'team', title: 'Own notices changed' },

  presetTurnOn: { kind: 'settings', title: 'Mode turned on' },
  presetExtend: { kind: 'settings', title: 'Time of a mode changed' },
  presetEnd: { kind: 'settings', title: 'Mode ended' },
  /** These ended because a person may no longer do what they had begun. */
  hoursEnded: { kind: 'settings', title: 'Opening hours turned off' },

  ruleSave: { kind: 'messages', title: 'Rule saved' },
  ruleDelete: { kind: 'messages', title: 'Rule deleted' },
  ruleSetState: { kind: 'messages', title: 'Rule started or stopped' },
  rulesSwitch: { kind: 'messages', title: 'All rules stopped or started' },
  /** By Roomkeeper, because of what it costs. */
  ruleStop: { kind: 'messages', title: 'Rule stopped because of its cost' },
  /** By the operator, or by Roomkeeper after the server ended unexpectedly. */
  rulesStop: { kind: 'messages', title: 'All rules stopped from the server' },
  reviewDecide: { kind: 'messages', title: 'Decided on messages of rules' },

  mySessionEnd: { kind: 'access', title: 'Session ended' },
  myPasskeyCreate: { kind: 'access', title: 'Passkey registered' },
  myPasskeyRemove: { kind: 'access', title: 'Passkey removed' },
  myRecoveryCodesCreate: { kind: 'access', title: 'New recovery codes created' },
  join: { kind: 'access', title: 'Invitation accepted' },
  passkeySignIn: { kind: 'access', title: 'Signed in with a passkey' },
  recoverySignIn: { kind: 'access', title: 'Signed in with a recovery code' },
  companySignIn: { kind: 'access', title: 'Signed in with the company account' },
  signIn: { kind: 'access', title: 'Signed in with the account token' },
  demoSignIn: { kind: 'access', title: 'Demo opened' },
  signOut: { kind: 'access', title: 'Signed out' },
  tokenKeyRead: { kind: 'access', title: 'Token key read' },
  profileWrite: { kind: 'team', title: 'Learned about the service' },

  ...ofRecords,

  /** By the retention that the operator has set (docs/audit-log.md). */
  auditCut: { kind: 'team', title: 'Older entries of the audit log deleted' },
} as const satisfies Partial<Record<GatewayEndpointName | OtherAction | RecordAction, Declared>>

export type GatewayAction = keyof typeof gatewayActions

type ChangingName = { [K in GatewayEndpointName]: GatewayApi[K] extends { method: 'GET' } ? never : K }[GatewayEndpointName]
/** Its action depends on the kind of the records. */
export type RecordEndpoint = 'recordsWrite'
export const isRecordEndpoint = (name: string): name is RecordEndpoint => name === 'recordsWrite'

const challenge = 'Makes a challenge that expires within minutes.'
const confirmation = 'Confirms one action, which has an entry of its own.'
const work = 'Each change that a job makes has an entry of its own, with the job as its cause.'
const read = 'Reads only; what it asks for does not fit into an address.'

/** Why these endpoints have no entry, although they are no reads. */
export const unrecorded = {
  myPasskeyOptions: challenge,
  confirmOptions: challenge,
  confirmCompanyOptions: challenge,
  joinRead: challenge,
  passkeySignInOptions: challenge,
  confirmPasskey: confirmation,
  confirmCompany: confirmation,
  presetPreview: read,
  backtestCost: read,
  driftCheck: 'Looks at the service again; it changes nothing there.',
  reviewLook: 'Says who looks at the queue at the moment; forgotten after seconds.',
  noticesMark: 'Says which notices someone has read.',
  pinAdd: 'Says which chats someone lists first.',
  pinRemove: 'Says which chats someone lists first.',
  visitEnd: 'Says up to when someone has seen what others did.',
  jobStart: work,
  jobDecide: work,
  jobChange: work,
} as const satisfies Record<Exclude<ChangingName, GatewayAction | RecordEndpoint>, string>
export const isGatewayAction = (name: string): name is GatewayAction => Object.hasOwn(gatewayActions, name)
