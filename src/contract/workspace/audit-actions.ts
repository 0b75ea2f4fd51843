import { activityKinds, type ActivityKind } from '../activity.ts'
import type { WorkspaceName } from './api.ts'

/** What the audit log holds beside the changes of the API (activity.ts): the changes of the team, and sign-ins. */

export const auditKinds = { ...activityKinds, team: 'Team', access: 'Sign-in' } as const
export type AuditKind = keyof typeof auditKinds
export const auditKindNames = Object.keys(auditKinds) as AuditKind[]

export const isActivityKind = (kind: AuditKind): kind is ActivityKind => Object.hasOwn(activityKinds, kind)

interface Declared {
  /** `settings`, `messages`: what was done to many at once, or asked for; each change of a chat has an entry of its own as well. */
  kind: 'team' | 'access' | 'settings' | 'messages'
  title: string
}

type Actions = Partial<
  Record<
    WorkspaceName | 'signIn' | 'demoSignIn' | 'companySignIn' | 'auditCut' | 'hoursEnded' | 'presetStopped' | 'ruleStop' | 'rulesStop',
    Declared
  >
>

/** By endpoint, or by the name of what is no endpoint of the workspace. An endpoint that is missing here is not recorded. */
export const workspaceActions = {
  teamTurnOn: { kind: 'team', title: 'Team access turned on' },
  teamTurnOff: { kind: 'team', title: 'Team access turned off' },
  teamTokenReplace: { kind: 'team', title: 'Account token replaced' },
  rolesUpdate: { kind: 'team', title: 'Rights of roles changed' },
  personUpdate: { kind: 'team', title: 'Person changed' },
  personRemove: { kind: 'team', title: 'Person removed' },
  passkeyRemove: { kind: 'team', title: 'Passkey of a person removed' },
  sessionEnd: { kind: 'team', title: 'Session of a person ended' },
  invitationCreate: { kind: 'team', title: 'Person invited' },
  invitationRenew: { kind: 'team', title: 'New invitation link created' },
  invitationRevoke: { kind: 'team', title: 'Invitation revoked' },
  scopedTokenCreate: { kind: 'team', title: 'Scoped token created' },
  scopedTokenRevoke: { kind: 'team', title: 'Scoped token revoked' },

  standingTurnOn: { kind: 'team', title: 'Standing access turned on' },
  standingTurnOff: { kind: 'team', title: 'Standing access turned off' },
  standingBudget: { kind: 'team', title: 'Requests a minute of Roomkeeper changed' },
  plannedSkip: { kind: 'team', title: 'Planned action skipped' },
  plannedRunNow: { kind: 'team', title: 'Planned action carried out at once' },

  driftAccept: { kind: 'team', title: 'Changes from outside accepted' },
  driftIgnore: { kind: 'team', title: 'Setting ignored by drift watch' },
  driftUnignore: { kind: 'team', title: 'Setting watched by drift watch again' },

  notificationChannelCreate: { kind: 'team', title: 'Channel of notifications added' },
  notificationChannelUpdate: { kind: 'team', title: 'Channel of notifications changed' },
  notificationChannelDelete: { kind: 'team', title: 'Channel of notifications deleted' },
  notificationEventSet: { kind: 'team', title: 'Events of a channel changed' },

  presetTurnOn: { kind: 'settings', title: 'Preset turned on' },
  presetExtend: { kind: 'settings', title: 'Time of a preset changed' },
  presetEnd: { kind: 'settings', title: 'Preset ended' },
  /** These ended because a person may no longer do what they had begun. */
  presetStopped: { kind: 'settings', title: 'Preset not turned on in further chats' },
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

  /** By the retention that the operator has set (docs/audit-log.md). */
  auditCut: { kind: 'team', title: 'Older entries of the audit log deleted' },
} as const satisfies Actions

export type WorkspaceAction = keyof typeof workspaceActions
export const isWorkspaceAction = (name: string): name is WorkspaceAction => Object.hasOwn(workspaceActions, name)
