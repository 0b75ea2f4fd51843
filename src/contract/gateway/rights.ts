import { z } from 'zod/mini'
import type { RoleName } from './role-names.ts'

/** Roles × rights as data. The gateway enforces them, the dashboard derives from them what it shows. */

export const rightGroups = {
  messages: 'Messages',
  bans: 'Banned IPs',
  polls: 'Polls',
  settings: 'Settings',
  chats: 'Chats',
  account: 'Account',
  social: 'Social',
  team: 'Team',
} as const
export type RightGroup = keyof typeof rightGroups

interface RightDeclaration {
  label: string
  group: RightGroup
  /** The right holds in the chats of the grant. The others need no chat. */
  inChat?: true
  /** Every Owner has it, and nobody else can be given it. */
  ownersOnly?: true
  /** It holds only together with this one: nobody can change what they may not see. */
  needs?: string
}

export const rights = {
  'messages.read': { label: 'Read messages', group: 'messages', inChat: true, needs: 'chats.read' },
  'messages.write': { label: 'Post a message', group: 'messages', inChat: true, needs: 'messages.read' },
  'messages.delete': { label: 'Delete messages', group: 'messages', inChat: true, needs: 'messages.read' },
  'messages.clear': { label: 'Delete all messages of a chat', group: 'messages', inChat: true, needs: 'messages.read' },
  'rules.read': { label: 'See rules and what they did', group: 'messages', needs: 'messages.read' },
  'rules.write': { label: 'Write rules and put them live', group: 'messages', needs: 'rules.read' },
  'bans.read': { label: 'Read banned IPs', group: 'bans', inChat: true, needs: 'chats.read' },
  'bans.write': { label: 'Ban and unban', group: 'bans', inChat: true, needs: 'bans.read' },
  'polls.read': { label: 'Read polls', group: 'polls', inChat: true, needs: 'chats.read' },
  'polls.write': { label: 'Create, edit and publish polls', group: 'polls', inChat: true, needs: 'polls.read' },
  'polls.delete': { label: 'Reset and delete polls', group: 'polls', inChat: true, needs: 'polls.read' },
  'settings.read': { label: 'Read settings', group: 'settings', inChat: true, needs: 'chats.read' },
  'settings.write': { label: 'Change settings', group: 'settings', inChat: true, needs: 'settings.read' },
  'presets.use': { label: 'Turn modes on and end them', group: 'settings', inChat: true, needs: 'chats.read' },
  'presets.write': { label: 'Create and edit modes', group: 'settings', needs: 'settings.write' },
  'chats.read': { label: 'See chats', group: 'chats', inChat: true },
  'chats.label': { label: 'Change labels and shared views', group: 'chats', needs: 'chats.read' },
  /** Only with all chats: who creates a chat could not open it otherwise. */
  'chats.create': { label: 'Create and duplicate chats', group: 'chats', needs: 'settings.read' },
  'chats.delete': { label: 'Delete chats', group: 'chats', inChat: true, needs: 'chats.read' },
  'account.read': { label: 'Read profile, plan and usage', group: 'account' },
  'account.write': { label: 'Change the profile', group: 'account', needs: 'account.read' },
  'account.email': { label: 'Change the account’s e-mail', group: 'account', needs: 'account.write' },
  'account.currency': { label: 'Set the currency', group: 'account', needs: 'account.read' },
  'account.tokenKey': { label: 'Read the token key', group: 'account', needs: 'account.read' },
  'social.read': { label: 'Read social settings', group: 'social' },
  'social.write': { label: 'Change social settings', group: 'social', needs: 'social.read' },
  'audit.read': { label: 'See what everyone did', group: 'team' },
  'standing.read': { label: 'See background access and what it does', group: 'team' },
  'standing.write': { label: 'Turn background access on and off', group: 'team', ownersOnly: true, needs: 'standing.read' },
  'notifications.read': { label: 'See channels and deliveries of notifications', group: 'team' },
  'notifications.write': { label: 'Change channels of notifications', group: 'team', needs: 'notifications.read' },
  'people.read': { label: 'See people, passkeys and sessions', group: 'team', ownersOnly: true },
  'people.write': { label: 'Invite, change and remove people', group: 'team', ownersOnly: true, needs: 'people.read' },
} as const satisfies Record<string, RightDeclaration>

export type Right = keyof typeof rights
export const rightNames = Object.keys(rights) as Right[]
export const isRight = (name: string): name is Right => Object.hasOwn(rights, name)

export const right = (name: Right): RightDeclaration => rights[name]

/** What an endpoint of the gateway requires: a right, a signed-in person (their own passkeys and sessions), or nothing. */
export type Access = Right | 'signed-in' | 'anyone'

/** null = no limit. */
export interface Limits {
  /** Messages deleted in the last hour. */
  deletionsPerHour: number | null
  /** The widest range of a ban as the length of its prefix: 24 allows 256 addresses. */
  widestBan: number | null
}

/** How many addresses one ban may have. @param prefix the length of the prefix of the widest range */
export const maxBanAddresses = (prefix: number): number => 2 ** (32 - prefix)

interface Role extends Limits {
  label: string
  /** What it is for, in a line. */
  summary: string
  rights: readonly Right[]
  /** Sees no chats: there is nothing to choose when somebody is invited. */
  isWithoutChats?: true
}

const notManagers: ReadonlySet<Right> = new Set([
  'account.email',
  'account.currency',
  'account.tokenKey',
  'standing.write',
  'people.read',
  'people.write',
])

/** The roles as they are until an Owner changes single rights of them. */
export const roles: Readonly<Record<RoleName, Role>> = {
  owner: { label: 'Owner', summary: 'Everything', rights: rightNames, deletionsPerHour: null, widestBan: null },
  manager: {
    label: 'Manager',
    summary: 'Everything except people, currency, the token key and the account’s e-mail',
    rights: rightNames.filter((name) => !notManagers.has(name)),
    deletionsPerHour: null,
    widestBan: 16,
  },
  moderator: {
    label: 'Moderator',
    summary: 'Read, post, delete, ban and turn modes on in their chats',
    rights: [
      'messages.read',
      'messages.write',
      'messages.delete',
      'rules.read',
      'bans.read',
      'bans.write',
      'polls.read',
      'chats.read',
      'presets.use',
    ],
    deletionsPerHour: 500,
    widestBan: 24,
  },
  host: {
    label: 'Host',
    summary: 'Read, post and run polls in their chats',
    rights: ['messages.read', 'messages.write', 'polls.read', 'polls.write', 'polls.delete', 'chats.read'],
    deletionsPerHour: null,
    widestBan: null,
  },
  accountant: {
    label: 'Accountant',
    summary: 'Account, plan and usage, read only',
    rights: ['account.read'],
    deletionsPerHour: null,
    widestBan: null,
    isWithoutChats: true,
  },
}

const RightName = z.string().check(z.refine(isRight, 'is not a permission'))
const deletionsPerHour = z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)))
const widestBan = z.nullable(z.number().check(z.int(), z.minimum(8), z.maximum(32)))

/** Limits that differ from those of the role; a missing one is that of the role. */
export const LimitChanges = z.object({ deletionsPerHour: z.optional(deletionsPerHour), widestBan: z.optional(widestBan) })
export type LimitChanges = z.output<typeof LimitChanges>

/** What an Owner changed of a role. A right that is not named is as the role has it. */
const RoleChange = z.object({ ...LimitChanges.shape, rights: z.optional(z.record(RightName, z.boolean())) })
export type RoleChange = z.output<typeof RoleChange>

/** By role. Those of the Owner cannot be changed. */
export const RoleChanges = z.object({
  manager: z.optional(RoleChange),
  moderator: z.optional(RoleChange),
  host: z.optional(RoleChange),
  accountant: z.optional(RoleChange),
})
export type RoleChanges = z.output<typeof RoleChanges>

const changeOf = (role: RoleName, changes: RoleChanges): RoleChange => (role === 'owner' ? {} : (changes[role] ?? {}))

/** The rights of a role with an Owner's changes. A right whose `needs` is turned off is off as well. */
export function rightsOf(role: RoleName, changes: RoleChanges): Right[] {
  const changed = changeOf(role, changes).rights ?? {}
  const isOn = (name: Right): boolean => {
    const { ownersOnly, needs } = right(name)
    const own = ownersOnly ? role === 'owner' : (changed[name] ?? roles[role].rights.includes(name))
    return own && (needs === undefined || (isRight(needs) && isOn(needs)))
  }
  return rightNames.filter(isOn)
}

/** The limits of a person. @param own those that an Owner set for this person */
export function limitsOf(role: RoleName, changes: RoleChanges, own: LimitChanges = {}): Limits {
  if (role === 'owner') return { deletionsPerHour: null, widestBan: null }
  const { deletionsPerHour: deletions, widestBan: widest } = changeOf(role, changes)
  const ofRole = {
    deletionsPerHour: deletions === undefined ? roles[role].deletionsPerHour : deletions,
    widestBan: widest === undefined ? roles[role].widestBan : widest,
  }
  return {
    deletionsPerHour: own.deletionsPerHour === undefined ? ofRole.deletionsPerHour : own.deletionsPerHour,
    widestBan: own.widestBan === undefined ? ofRole.widestBan : own.widestBan,
  }
}
