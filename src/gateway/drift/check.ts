import type { GatewayDatabase } from '../database/database.ts'
import type { BannedRange } from '#contract/banned-ips.ts'
import type { Call } from '#contract/client.ts'
import {
  comparedFields,
  inPoll,
  isSameValue,
  pollExists,
  withMissingPolls,
  type FieldDrift,
  type Fields,
  type Look,
} from '#engine/drift/fields.ts'
import {
  accountWrites,
  ownBans,
  pollWrites,
  settingWrites,
  socialWrites,
  unnamedSounds,
  type OwnChange,
} from '#engine/drift/own-changes.ts'
import { toWire, difference, intersect } from '#engine/bans/range.ts'
import { comparedRanges, spanOf, type RangesChange } from '#engine/drift/ranges.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import { defaults, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { Work } from '../worker/task.ts'
import { type Notify, notifySevereDrift } from '../notifications/notify.ts'
import { recordFields, recordRanges, severeAt, type Found } from './findings.ts'
import { remember, type Known, type Place, lastLine, ownChanges } from './known.ts'
import { insert } from '#db/rows.ts'

/**
 * Compares what was read with what was known. What neither was there before nor comes from a change of ours is from outside; it counts once a second
 * look at it shows the same, because an answer can be incomplete or out of date.
 */

export interface CheckOptions {
  notify: Notify
  database: Pick<GatewayDatabase, 'query'>
  nowMs: () => number
  work: Pick<Work, 'workspace' | 'transaction'>
  call: Call
  sounds: KnownSounds
}

/** Something that was read, with the lines of the audit log around it. */
export interface Seen<T> {
  value: T
  look: Look
}

/** Reads something between two looks at the audit log. */
export async function see<T>({ database, work }: CheckOptions, read: () => Promise<T>): Promise<Seen<T>> {
  const before = await lastLine(database.query, work.workspace)
  const value = await read()
  return { value, look: { before, after: await lastLine(database.query, work.workspace) } }
}

const ownSince = ({ database, work, nowMs }: CheckOptions, { chatId }: Place, { checked }: Known<unknown>) =>
  ownChanges(database.query, work.workspace, checked, nowMs(), chatId)

/** The writes to each field by changes of ours. @param now what was just read */
function writesTo({ resource, chatId }: Place, own: OwnChange[], last: Fields, now: Fields, { sounds }: CheckOptions) {
  if (resource === 'account') return accountWrites(own)
  if (resource === 'social') return socialWrites(own)
  if (resource === 'polls') return pollWrites(own, chatId, now)
  const settings: Settings = { ...defaults, ...(last as Partial<Settings>) }
  const unnamed = new Set(unnamedSounds(last, sounds.nameOf))
  const atRisk = sounds.soundsAtRiskIn(withSoundNames(settings, sounds.nameOf)).filter((name) => unnamed.has(name))
  return settingWrites(own, chatId, atRisk)
}

function drifts(options: CheckOptions, place: Place, known: Known<Fields>, { value, look }: Seen<Fields>, own: OwnChange[]): FieldDrift[] {
  const { last, now } = place.resource === 'polls' ? withMissingPolls(known.value, value) : { last: known.value, now: value }
  return comparedFields({
    last: { fields: last, look: known.look },
    now,
    look,
    writesTo: writesTo(place, own, last, now, options),
    isSame: isSameValue(place.resource, options.sounds.nameOf),
  })
}

/**
 * Compares fields, and keeps what is new. Returns the number of changes from outside.
 * @param again the second look
 */
export async function checkFields(
  options: CheckOptions,
  place: Place,
  known: Known<Fields> | undefined,
  seen: Seen<Fields>,
  again: () => Promise<Fields>,
): Promise<number> {
  if (!known) {
    await keep(options, place, undefined, { ...seen, found: [] })
    return 0
  }
  const first = drifts(options, place, known, seen, await ownSince(options, place, known))
  if (first.length === 0) {
    await keep(options, place, known, { ...seen, found: [] })
    return 0
  }
  const second = await see(options, again)
  const doubted = new Set(first.map(({ field }) => field))
  const found = drifts(options, place, known, second, await ownSince(options, place, known)).filter(({ field }) => doubted.has(field))
  const value = settled(place, known.value, seen.value, second.value, [...doubted])
  await keep(options, place, known, { value, look: { before: seen.look.before, after: second.look.after }, found })
  return found.length
}

/** What counts as read: fields that were looked at twice as the second look shows them. What else that shows is found by the next check. */
function settled({ resource }: Place, last: Fields, first: Fields, second: Fields, doubted: readonly string[]): Fields {
  const value = new Map(Object.entries(first))
  for (const field of doubted) {
    const isPoll = resource === 'polls' && inPoll(field).field === pollExists
    if (isPoll) {
      const { pollId } = inPoll(field)
      for (const key of value.keys()) if (inPoll(key).pollId === pollId) value.delete(key)
      if (!(field in second)) continue
      for (const [key, held] of Object.entries(field in last ? last : second)) if (inPoll(key).pollId === pollId) value.set(key, held)
    } else {
      const held = second[field] ?? last[field]
      if (held !== undefined) value.set(field, held)
    }
  }
  return Object.fromEntries(value)
}

const foundAt = (place: Place, { checked }: Known<unknown>, at: number): Found => ({ ...place, since: checked, at })

/** Whether anything is to be compared: what an answer leaves out is still known. */
export const hasChanged = (last: Fields, now: Fields): boolean => Object.entries(now).some(([field, value]) => last[field] !== value)

interface Kept extends Seen<Fields> {
  found: readonly FieldDrift[]
}

async function keep(
  options: CheckOptions,
  place: Place,
  known: Known<Fields> | undefined,
  { value: read, look, found }: Kept,
): Promise<void> {
  const { work, nowMs, sounds } = options
  const at = nowMs()
  // A poll that is missing is deleted.
  const value = place.resource === 'polls' ? read : { ...known?.value, ...read }
  // Of a field that the answer left out, the last look is still the earlier one: changes of ours since then may explain it later.
  const isPartial = known !== undefined && place.resource !== 'polls' && Object.keys(known.value).some((field) => !(field in read))
  const looked = isPartial ? { checked: known.checked, look: { before: known.look.before, after: look.after } } : { checked: at, look }
  await work.transaction(async (trx) => {
    await remember(trx, place, { value, since: known?.since ?? at, ...looked })
    if (known) await recordFields(trx, foundAt(place, known, at), found, value, isSameValue(place.resource, sounds.nameOf))
    if (found.length > 0) await tell(options, place, at, trx)
    if (place.resource !== 'settings' || (known && !hasChanged(known.value, value))) return
    const named = withSoundNames(value as Partial<Settings>, sounds.nameOf)
    await insert(trx, 'drift_version', {
      workspace: place.workspace,
      chat_id: place.chatId,
      at,
      kind: known ? (found.length > 0 ? 'outside' : 'own') : 'first',
      looked_before: known?.checked ?? null,
      value: JSON.stringify(named),
      changes: JSON.stringify(found.map(({ field, before, after }) => ({ name: field, before, after }))),
    })
  })
}

async function tell({ notify }: CheckOptions, place: Place, at: number, trx: Parameters<typeof severeAt>[0]): Promise<void> {
  const count = await severeAt(trx, place, at)
  if (count > 0) await notifySevereDrift(notify, place.workspace, place, count, trx)
}

/** As checkFields, for banned ranges. */
export async function checkRanges(
  options: CheckOptions,
  place: Place,
  known: Known<BannedRange[]> | undefined,
  seen: Seen<BannedRange[]>,
  again: () => Promise<BannedRange[]>,
): Promise<number> {
  const { work, nowMs } = options
  const kept = (value: BannedRange[], look: Look) => ({ value, since: known?.since ?? nowMs(), checked: nowMs(), look })
  if (!known) {
    await work.transaction((trx) => remember(trx, place, kept(seen.value, seen.look)))
    return 0
  }
  const compare = async ({ value, look }: Seen<BannedRange[]>) => {
    const own = ownBans(await ownSince(options, place, known), place.chatId)
    return comparedRanges({ spans: known.value.map(spanOf), look: known.look }, value.map(spanOf), own, look)
  }
  let change = await compare(seen)
  let { value, look } = seen
  if (change.removed.length > 0 || change.added.length > 0) {
    const second = await see(options, again)
    const confirmed = await compare(second)
    change = { removed: intersect(change.removed, confirmed.removed), added: intersect(change.added, confirmed.added) }
    value = withoutUnconfirmed(second.value, change, confirmed)
    look = { before: seen.look.before, after: second.look.after }
  }
  const found = foundAt(place, known, nowMs())
  await work.transaction(async (trx) => {
    await remember(trx, place, kept(value, look))
    await recordRanges(trx, found, change, known.value.length, value)
    if (change.removed.length > 0 || change.added.length > 0) await tell(options, place, found.at, trx)
  })
  return change.removed.length + change.added.length > 0 ? 1 : 0
}

/** What only the second look shows is found by the next check. */
function withoutUnconfirmed(held: BannedRange[], change: RangesChange, confirmed: RangesChange): BannedRange[] {
  const added = difference(confirmed.added, change.added)
  const removed = difference(confirmed.removed, change.removed)
  if (added.length === 0 && removed.length === 0) return held
  return difference([...held.map(spanOf), ...removed], added).map(toWire)
}
