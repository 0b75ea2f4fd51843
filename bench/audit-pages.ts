import type { Database } from '#db/open.ts'
import { migrateGatewayTables, type GatewayTables } from '#gateway/database/database.ts'
import { hashOf, noHash, rowOf, type EntryData } from '#gateway/audit/line.ts'
import { readPage } from '#gateway/audit/read-audit.ts'
import type { Reader } from '#gateway/audit/search.ts'
import type { AuditQuery } from '#contract/gateway/audit.ts'
import { withDatabase, withFolder } from '../proof/data.ts'
import { machine, median } from './figures.ts'

/**
 * How long one page of 50 entries of the audit log takes among 1,000 and among 1,000,000 lines, on SQLite, without the network: the newest, one anywhere,
 * one of a chat, one of a person. The goal is a median among 1,000,000 within 1.5 times that among 1,000. The two are read in turns.
 */

const sizes = { small: 1_000, large: 1_000_000 } as const
type Size = keyof typeof sizes
const reads = 400
const chats = 20
const people = 5
const hour = 3_600_000

async function fill(database: Database<GatewayTables>, workspace: Size): Promise<void> {
  let hash = noHash
  const total = sizes[workspace]
  const begin = Date.now() - total * 60_000
  for (let line = 1; line <= total;) {
    const rows: (ReturnType<typeof rowOf> & { hash: string })[] = []
    for (; line <= total && rows.length < 1000; line++) {
      const at = begin + line * 60_000
      const added =
        line % 2 === 1
          ? ({ kind: 'entry', workspace, at, data: entry(line) } as const)
          : ({ kind: 'outcome', workspace, at, entry: line - 1, data: { outcome: 'done', message: '', sent: at, answered: at } } as const)
      const row = rowOf(added, line)
      hash = hashOf(hash, row.text)
      rows.push({ ...row, hash })
    }
    await database.transaction((trx) => trx.insertInto('audit_line').values(rows).execute())
  }
}

const entry = (line: number): EntryData => ({
  who: { kind: 'person', id: `person-${line % people}`, name: `Person ${line % people}`, role: 'moderator' },
  from: { address: '192.0.2.40', device: 'Firefox on Linux', method: 'passkey' },
  chatId: (line % chats) + 1,
  chatName: `Chat ${line % chats}`,
  action: 'banCreate',
  kind: 'bans',
  subject: `198.51.100.${line % 256}`,
  target: { firstIp: `198.51.100.${line % 256}` },
  changes: [],
  count: 1,
  cause: { kind: 'hand' },
  request: 'POST /chats/5/banned-ips',
})

const kinds: Record<string, (size: Size) => AuditQuery> = {
  newest: () => ({}),
  anywhere: (size) => ({ before: 100 + Math.floor(Math.random() * (sizes[size] - 100)) }),
  'of a chat': () => ({ chat: 1 + 2 * Math.floor((Math.random() * chats) / 2) + 1 }),
  'of a person': () => ({ person: `person-${Math.floor(Math.random() * people)}` }),
  'of the last day': () => ({ from: Date.now() - 24 * hour }),
}

await withFolder((folder) =>
  withDatabase({ folder }, async (opened) => {
    const database = opened as unknown as Database<GatewayTables>
    await migrateGatewayTables(database.query)
    for (const size of ['small', 'large'] as const) await fill(database, size)
    const reader = (workspace: Size): Reader => ({ workspace, member: null, who: 'token', isOwn: false, now: Date.now() })
    for (const [kind, filters] of Object.entries(kinds)) {
      const taken: Record<Size, number[]> = { small: [], large: [] }
      for (let read = 0; read < reads; read++)
        for (const size of ['small', 'large'] as const) {
          const start = performance.now()
          const { entries } = await readPage(database.query, reader(size), { limit: 50, ...filters(size) })
          if (entries.length === 0) throw new Error(`An empty page: ${kind}`)
          taken[size].push(performance.now() - start)
        }
      const [small, large] = [median(taken.small), median(taken.large)]
      console.log(`${kind}: p50 ${small.toFixed(2)} and ${large.toFixed(2)} ms, ${(large / small).toFixed(2)} times`)
    }
  }),
)
console.log(machine())
