import type { Database } from '#db/open.ts'
import type { GatewayTables } from '../database/database.ts'
import type { EntryData } from './line.ts'

export const person = { kind: 'person', id: 'bilal', name: 'Bilal Osei', role: 'moderator' } as const

/** An entry as a change of a moderator makes it. */
export const entryData = (part: Partial<EntryData> = {}): EntryData => ({
  who: person,
  from: { address: '192.0.2.40', device: 'Firefox on Linux', method: 'passkey' },
  chatId: 7,
  chatName: 'Main stage',
  action: 'messageDelete',
  kind: 'messages',
  subject: '12',
  target: {},
  changes: [],
  count: 1,
  cause: { kind: 'hand' },
  request: 'DELETE /chats/7/messages/12',
  ...part,
})

/** All lines of a workspace, in their order. */
export const linesOf = ({ query }: Pick<Database<GatewayTables>, 'query'>, workspace: string) =>
  query.selectFrom('audit_line').selectAll().where('workspace', '=', workspace).orderBy('line').execute()
