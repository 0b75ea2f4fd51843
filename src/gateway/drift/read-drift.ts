import {
  type Drift,
  type DriftFinding,
  type DriftWatch,
  type IgnoredSetting,
  driftResourceNames,
  driftResources,
  driftStates,
  maxDriftDecisions,
} from '#contract/gateway/drift.ts'
import { allows } from '#contract/gateway/grant.ts'
import type { Right } from '#contract/gateway/rights.ts'
import { rowsWith } from '#db/rows.ts'
import { byTime, readByIds, readNewestVisible } from '../session/read-page.ts'
import type { Query } from '../database/database.ts'
import { standingOf } from '../worker/budget.ts'
import type { Member } from '../access/member.ts'
import { type FindingRow, rangesIn, valueIn } from './findings.ts'
import { isReversible } from './put-back.ts'

/** What a person sees of drift watch: only what their role may read, in the chats of their grant. */

export interface DriftReader {
  workspace: string
  member: Member | null
  /** Milliseconds. */
  now: number
}

type Placed = Pick<FindingRow, 'resource' | 'chat_id' | 'field'>

/** Whether a person may see, or decide on, what a finding is about. */
export function mayDecide(member: Member | null, { resource, chat_id, field }: Placed, which: 'read' | 'write'): boolean {
  const right: Right = resource === 'account' && field === 'email' && which === 'write' ? 'account.email' : driftResources[resource][which]
  return allows(member, right, chat_id === 0 ? undefined : chat_id)
}

/** Decided ones that are listed. */
const maxDecided = 200

/** The newest of one state, which has its order in the index. @param since none that is older */
function newest(query: Query, reader: DriftReader, state: FindingRow['state'], time: 'at' | 'decided_at', max: number, since = 0) {
  const all = rowsWith(query, 'drift_finding', { workspace: reader.workspace, state }).where(time, '>=', since)
  const visible = findingsOf(query, reader)
    .select(['id', 'resource', 'severity', 'field', 'chat_id', 'chat_name', 'at', 'decided_at'])
    .where('state', '=', state)
    .where(time, '>=', since)
  return readNewestVisible(max, byTime(time, all, visible))
}

/** The newest that wait for a decision of this person, without what was changed. */
export async function openForDecision(query: Query, reader: DriftReader) {
  const open = await newest(query, reader, 'open', 'at', maxDriftDecisions)
  return open.filter((row) => mayDecide(reader.member, row, 'write'))
}

export async function readDrift(query: Query, reader: DriftReader): Promise<Drift> {
  const { workspace, member } = reader
  const [watch, open, putBack, accepted, ignored] = await Promise.all([
    readWatch(query, reader),
    newest(query, reader, 'open', 'at', maxDriftDecisions),
    newest(query, reader, 'put-back', 'decided_at', maxDecided),
    newest(query, reader, 'accepted', 'decided_at', maxDecided),
    rowsWith(query, 'drift_ignored', { workspace }).selectAll().orderBy('at', 'desc').execute(),
  ])
  const decided = [...putBack, ...accepted].toSorted((one, other) => (other.decided_at ?? 0) - (one.decided_at ?? 0))
  const findings = await readByIds(
    [...open, ...decided.slice(0, maxDecided)].map(({ id }) => id),
    (ids) => rowsWith(query, 'drift_finding', { id: ids }).selectAll().execute(),
    ({ before, after }) => before.length + after.length,
  )
  return {
    watch,
    findings: findings.map((row) => findingOf(row, member)),
    isCut: open.length >= maxDriftDecisions || findings.length < open.length,
    ignored: ignored
      .filter((row) => mayDecide(member, row, 'read'))
      .map(({ id, resource, field, chat_id, chat_name, at, by }): IgnoredSetting => {
        return { id, resource, field, chatId: chat_id || null, chatName: chat_name, at, by }
      }),
  }
}

/** Those that a person may see, found since a time: so many at most. */
export async function findingsSince(query: Query, reader: DriftReader, since: number, max: number) {
  const found = await Promise.all(driftStates.map((state) => newest(query, reader, state, 'at', max, since)))
  return found.flat().slice(0, max)
}

/** The findings that a person may see: as `mayDecide` decides, in a way that the database can. */
function findingsOf(query: Query, { workspace, member }: DriftReader) {
  const findings = rowsWith(query, 'drift_finding', { workspace })
  if (member === null) return findings
  const resources = driftResourceNames.filter((resource) => member.rights.includes(driftResources[resource].read))
  return findings.where((is) =>
    is.and([
      resources.length === 0 ? is.lit(false) : is('resource', 'in', resources),
      member.chats === 'all' ? is.lit(true) : is('chat_id', 'in', [0, ...member.chats]),
    ]),
  )
}

function findingOf(row: FindingRow, member: Member | null): DriftFinding {
  const isRanges = row.resource === 'bans'
  const ranges = isRanges ? rangesIn(row.after) : null
  return {
    id: row.id,
    resource: row.resource,
    severity: row.severity,
    chatId: row.chat_id || null,
    chatName: row.chat_name,
    field: row.field,
    pollId: row.poll_id || null,
    subject: row.subject,
    before: valueIn(row.before),
    after: ranges ? ranges.count : valueIn(row.after),
    ranges: ranges && { removed: ranges.removed, added: ranges.added },
    since: row.since,
    at: row.at,
    times: row.times,
    state: row.state,
    decided: row.decided_at === null ? null : { at: row.decided_at, by: row.decided_by },
    canPutBack: row.state === 'open' && isReversible(row) && mayDecide(member, row, 'write'),
  }
}

async function readWatch(query: Query, { workspace, member, now }: DriftReader): Promise<DriftWatch> {
  const [{ standing }, last, planned] = await Promise.all([
    standingOf(query, workspace),
    rowsWith(query, 'drift_check', { workspace }).selectAll().executeTakeFirst(),
    rowsWith(query, 'planned_action', { workspace, kind: 'drift' }).selectAll().orderBy('due').executeTakeFirst(),
  ])
  const isOn = standing !== 'off'
  return {
    isOn,
    isTokenRejected: standing === 'rejected',
    last: last
      ? { at: last.ended, chats: last.chats, unchecked: await uncheckedChats(query, workspace, member, last.unchecked), note: last.note }
      : null,
    next: isOn && planned ? planned.due : null,
    // A check of many chats goes on a minute later.
    isRunning: isOn && planned !== undefined && (planned.started > 0 || planned.data !== '' || planned.due <= now),
  }
}

async function uncheckedChats(query: Query, workspace: string, member: Member | null, text: string) {
  // Only drift watch writes the column, in this form.
  const ids = (JSON.parse(text) as number[]).filter((id) => allows(member, 'chats.read', id))
  if (ids.length === 0) return []
  const rows = await rowsWith(query, 'drift_known', { workspace, resource: 'settings', chat_id: ids.slice(0, maxNamed) })
    .select(['chat_id', 'chat_name'])
    .execute()
  const names = new Map(rows.map(({ chat_id, chat_name }) => [chat_id, chat_name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** Statements have a limit of values. */
const maxNamed = 500
