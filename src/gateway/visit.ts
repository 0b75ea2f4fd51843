import { maxAuditPageSize, type AuditEntry } from '#contract/gateway/audit.ts'
import { allows } from '#contract/gateway/grant.ts'
import { maxVisitChanges, maxVisitLines, type Visit, type VisitLine, type visits } from '#contract/gateway/visit.ts'
import { equal } from '#db/rows.ts'
import { groupBy } from '#engine/group-by.ts'
import { whoKey } from './audit/line.ts'
import { readerOf, readPage } from './audit/read-audit.ts'
import type { Reader } from './audit/search.ts'
import type { Query } from './database/database.ts'
import { findingsSince } from './drift/read-drift.ts'
import { type GatewayHandlers, type HandlerOptions, ownKeyOf, type SignedInRequest } from './pipeline/handler.ts'

/** What others did since a person's last visit to Home. */
export function visitHandlers({ database: { query }, nowMs }: HandlerOptions): GatewayHandlers<typeof visits> {
  const lastVisit = async (request: SignedInRequest) => {
    const stored = query
      .selectFrom('notification_person')
      .select('home_seen')
      .where(equal(ownKeyOf(request)))
    return (await stored.executeTakeFirst())?.home_seen ?? null
  }

  return {
    visitRead: async (request) => {
      const asOf = nowMs()
      const since = request.query.since ?? (await lastVisit(request))
      const found = since === null ? nothing : await changesSince(query, { ...readerOf(request, asOf, false), isOfOthers: true }, since)
      return { status: true, data: { since, asOf, ...found } }
    },

    visitEnd: async (request) => {
      const home_seen = Math.min(request.body.seen, nowMs())
      await query
        .insertInto('notification_person')
        .values({ ...ownKeyOf(request), read_up_to: 0, home_seen })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace', 'person_id'])
            .doUpdateSet({ home_seen })
            // A page that was left earlier may say so later.
            .where((is) => is.or([is('notification_person.home_seen', 'is', null), is('notification_person.home_seen', '<', home_seen)])),
        )
        .execute()
      return { status: true }
    },
  }
}

type Found = Omit<Visit, 'since' | 'asOf'>

const nothing: Found = { count: 0, isAtLeast: false, lines: [], outside: null }

async function changesSince(query: Query, reader: Reader, since: number): Promise<Found> {
  const entries: AuditEntry[] = []
  let before: number | null = Number.MAX_SAFE_INTEGER
  for (let left = maxVisitChanges; left > 0 && before !== null; left -= maxAuditPageSize) {
    const page = await readPage(query, reader, { from: since, before, limit: Math.min(left, maxAuditPageSize) })
    entries.push(...page.entries)
    before = page.next
  }
  // Like everywhere else, outside changes are for those who may see settings.
  const outside = allows(reader.member, 'settings.read') ? await findingsSince(query, reader, since, maxVisitChanges) : []
  return {
    count: entries.length + outside.length,
    isAtLeast: before !== null || outside.length === maxVisitChanges,
    lines: [...groupBy(entries, lineKey).values()].slice(0, maxVisitLines).map(lineOf),
    outside:
      outside.length === 0
        ? null
        : { count: outside.length, ...within(outside.map(({ at, chat_id }) => ({ at, chatId: chat_id || null }))) },
  }
}

/** Each mode is a line of its own. */
const lineKey = ({ who, cause, kind }: AuditEntry): string =>
  JSON.stringify([kind, who.kind === 'roomkeeper' ? [cause.kind, cause.kind === 'preset' && cause.title] : whoKey(who)])

/** @param entries at least one, newest first */
function lineOf(entries: AuditEntry[]): VisitLine {
  const { who, cause, kind } = entries[0]!
  const times = within(entries)
  const only = times.chats === 1 ? entries.find(({ chatId }) => chatId !== null) : undefined
  const parts = groupBy(entries, ({ action, outcome }) => `${action} ${outcome}`)
  return {
    who,
    cause,
    kind,
    ...times,
    chatId: only?.chatId ?? null,
    chatName: only?.chatName ?? '',
    parts: Array.from(parts.values(), (same) => ({
      action: same[0]!.action,
      outcome: same[0]!.outcome,
      count: same.reduce((sum, { count }) => sum + count, 0),
    })),
  }
}

function within(changes: readonly { at: number; chatId: number | null }[]) {
  const times = changes.map(({ at }) => at)
  const chats = new Set(changes.map(({ chatId }) => chatId).filter((chatId) => chatId !== null))
  return { from: Math.min(...times), to: Math.max(...times), chats: chats.size }
}
