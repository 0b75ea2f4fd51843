import type { AuditKind } from '#contract/workspace/audit-actions.ts'
import type { AuditOutcome } from '#contract/workspace/audit.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'

export const kindIcons = {
  settings: 'settings',
  chats: 'chats',
  messages: 'messages',
  polls: 'polls',
  bans: 'ban',
  account: 'account',
  social: 'social',
  team: 'users',
  access: 'key',
} as const satisfies Record<AuditKind, IconName>

export const outcomeIcons = {
  running: 'refresh',
  done: 'check',
  partly: 'warning',
  refused: 'error',
  unknown: 'warning',
  unsent: 'offline',
} as const satisfies Record<AuditOutcome, IconName>
