import type { BannedRange } from '#contract/banned-ips.ts'
import { type Call, Failure, readFirst } from '#contract/client.ts'
import { pollExists } from '#engine/drift/fields.ts'
import { toWire, difference } from '#engine/bans/range.ts'
import { spanOf } from '#engine/drift/ranges.ts'
import { textsToUpdate } from '#contract/polls.ts'
import { profileLabels, socialLabels } from '#contract/resources.ts'
import { isSettingName, isUnnamedSound, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { DriftPutBack } from '#contract/gateway/drift.ts'
import { isWiderThan } from '#contract/gateway/limits.ts'
import type { Limits } from '#contract/gateway/rights.ts'
import { type Applied, apply } from '#engine/changes/apply.ts'
import { openChat } from '#engine/changes/open-chat.ts'
import type { KnownSounds } from '#engine/saving/sounds.ts'
import { textOf } from '#engine/polls/poll-text.ts'
import { type NameOf, type SaveTarget, wholeTarget } from '#engine/saving/three-way.ts'
import { createWholeReader } from '#engine/saving/whole-answer.ts'
import { banTooWide } from '../refusals.ts'
import { type FindingRow, rangesIn, valueIn } from './findings.ts'

/**
 * Puts back what was changed from outside, by the three-way save: the value that was found is the base. What holds another value by then is left as it
 * is, and somebody decides.
 */

export interface PutBackOptions {
  call: Call
  sounds: KnownSounds
  /** Writes over a value that is not the one that was found. */
  overwrites: boolean
  limits: Limits | null
}

export type PutBackResult = Omit<DriftPutBack, 'id'>

const done: PutBackResult = { outcome: 'done', now: null, message: '' }
const failed = (message: string): PutBackResult => ({ outcome: 'failed', now: null, message })

/** Whether anything can put it back: what was sent to a chat, deleted, or set for good cannot be. */
export function isReversible({ resource, field, before, after }: FindingRow): boolean {
  if (resource === 'bans') return rangesIn(after).removed.length + rangesIn(after).added.length <= maxRangesPutBack
  if (resource === 'polls') return field !== pollExists && !field.endsWith('Date')
  if (resource === 'settings') return isSettingName(field) && !isUnnamedSound(field, valueIn(before) ?? undefined)
  return field !== 'currency'
}

export async function putBack(row: FindingRow, options: PutBackOptions): Promise<PutBackResult> {
  try {
    switch (row.resource) {
      case 'settings':
        return await putBackSetting(row, options)
      case 'bans':
        return await putBackRanges(row, options)
      case 'polls':
        return await save(row, options, pollTarget(row, options.call))
      case 'account':
        return await save(row, options, profileTarget(options.call))
      case 'social':
        return await save(row, options, socialTarget(options.call))
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = error.serviceMessage || error.reason
    return error.outcomeUnknown && !error.hadNoEffect ? { outcome: 'unknown', now: null, message } : failed(message || (error.advice ?? ''))
  }
}

async function putBackSetting(row: FindingRow, { call, sounds, overwrites }: PutBackOptions): Promise<PutBackResult> {
  const chat = await openChat({ call, sounds }, row.chat_id, { acceptedRisks: overwrites ? 'all' : [] })
  const applied = await chat.apply(changeIn<Settings>(row, chat.fresh, overwrites))
  if (applied.risks.length > 0)
    return { outcome: 'asks', now: null, message: 'Saving may reset a sound of this chat whose name is not known.' }
  return resultOf(row, applied, overwrites)
}

async function save<T extends Record<string, SettingValue>, Held extends T, Body>(
  row: FindingRow,
  { overwrites }: PutBackOptions,
  target: SaveTarget<T, Held, Body>,
): Promise<PutBackResult> {
  const held: T = await readFirst(target.read())
  return resultOf(row, await apply(target, changeIn(row, held, overwrites)), overwrites)
}

/** A field without a value, as it is compared and sent: a country is a number. */
const emptyOf = (field: string) => (field === 'countryId' ? 0 : '')

/** Back to the value before, from the one that was found. */
const changeIn = <T extends Record<string, SettingValue>>({ field, before, after }: FindingRow, held: T, overwrites: boolean) => ({
  base: { ...held, [field]: valueIn(after) ?? emptyOf(field) },
  changes: { [field]: valueIn(before) ?? emptyOf(field) } as unknown as Partial<T>,
  conflicts: overwrites ? ('mine' as const) : ('theirs' as const),
})

function resultOf<T extends Record<string, SettingValue>, Held, Body>(
  { field }: FindingRow,
  applied: Applied<T, Held, Body>,
  overwrites: boolean,
): PutBackResult {
  const [conflict] = applied.conflicts
  if (conflict && !overwrites) return { outcome: 'asks', now: conflict.theirs, message: '' }
  if (applied.outcome === 'decide') return failed('Nothing was saved.')
  if (applied.outcome === 'unknown') return applied.isConfirmed ? done : { outcome: 'unknown', now: null, message: applied.because.message }
  const lost = applied.notKept.find(({ name }) => name === (field as NameOf<T>))
  return lost ? { outcome: 'failed', now: lost.kept, message: 'The service did not keep the value.' } : done
}

function pollTarget({ chat_id: chatId, poll_id: pollId }: FindingRow, call: Call) {
  const read = async () => {
    const { data } = await call('pollList', { params: { chatId } })
    const poll = data.find(({ id }) => id === pollId)
    if (!poll) throw new Failure('refused', { reason: 'The poll no longer exists.', hadNoEffect: true })
    return textOf(poll)
  }
  return wholeTarget(read, (texts, fresh) => call('pollUpdate', { params: { chatId, pollId }, body: textsToUpdate(texts, fresh) }))
}

type Profile = Record<keyof typeof profileLabels, string | number>

function profileTarget(call: Call) {
  const names = Object.keys(profileLabels) as (keyof Profile)[]
  const { read, known } = createWholeReader((options) => call('accountRead', {}, options), names)
  const readProfile = async (): Promise<Profile> => {
    const data = await read()
    return Object.fromEntries(names.map((name) => [name, data[name] ?? emptyOf(name)])) as Profile
  }
  return wholeTarget(readProfile, (profile, fresh) => {
    const { countryId, ...texts } = known(profile, (name) => profile[name] !== fresh[name])
    const body = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value)]))
    // A country that is not set is left out, unless there was one: then 0 takes it away. So is one with an id that no number holds exactly.
    const isSent = (countryId || fresh.countryId) && Number.isSafeInteger(Number(countryId))
    return call('accountUpdate', { body: { ...body, ...(isSent && { countryId: Number(countryId) }) } })
  })
}

function socialTarget(call: Call) {
  const { read, known } = createWholeReader((options) => call('socialRead', {}, options), Object.keys(socialLabels))
  return wholeTarget(
    async () => ({ ...(await read()) }),
    (social, fresh) => call('socialUpdate', { body: known(social, (name) => social[name] !== fresh[name]) }),
  )
}

/** Each range is a request, and the page waits for them. */
const maxRangesPutBack = 50

/**
 * Bans again what was unbanned and is not banned now, and unbans what was banned from outside where it is an entry of its own. What somebody banned or
 * unbanned meanwhile stays as it is, so there is nothing to ask about.
 */
async function putBackRanges(row: FindingRow, { call, limits }: PutBackOptions): Promise<PutBackResult> {
  const { removed, added } = rangesIn(row.after)
  const chatId = row.chat_id
  const read = async () => (await call('banList', { params: { chatId } })).data
  const held = await read()
  const missing = difference(removed.map(spanOf), held.map(spanOf)).map(toWire)
  const widest = limits?.widestBan ?? null
  if (widest !== null && missing.some(({ firstIp, lastIp }) => isWiderThan(widest, firstIp, lastIp)))
    return failed(banTooWide(widest).message)
  for (const { firstIp, lastIp } of missing) await call('banCreate', { params: { chatId }, body: { ip: firstIp, lastIp } })
  for (const { firstIp, lastIp } of held.filter((one) => isAdded(one, added)))
    await (firstIp === lastIp
      ? call('banLift', { params: { chatId, ipAddress: firstIp } })
      : call('banLiftRange', { params: { chatId, firstIp, lastIp } }))
  const left = difference(removed.map(spanOf), (await read()).map(spanOf))
  return left.length === 0 ? done : failed('The service did not keep every range.')
}

/** Whether an entry has no address that was banned before. */
const isAdded = (entry: BannedRange, added: readonly BannedRange[]) => difference([spanOf(entry)], added.map(spanOf)).length === 0
