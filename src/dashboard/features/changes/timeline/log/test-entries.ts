import type { AuditEntry } from '#contract/gateway/audit.ts'

/** An entry of the audit log for tests. */
export const auditEntry = (part: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: 0,
  who: { kind: 'person', id: 'ana', name: 'ana', role: 'moderator' },
  from: { address: '192.0.2.7', device: 'Firefox on Linux', method: 'passkey' },
  chatId: 7,
  chatName: 'Lobby',
  action: 'banCreate',
  kind: 'bans',
  subject: '192.0.2.1',
  target: {},
  changes: [],
  count: 1,
  outcome: 'done',
  message: '',
  cause: { kind: 'hand' },
  undoneBy: null,
  ...part,
})
