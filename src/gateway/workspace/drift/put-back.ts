import { Failure, readFirst, type Call } from '#contract/client.ts'
import { pollExists } from '#contract/drift/fields.ts'
import type { Value } from '#contract/recorded-change.ts'
import { profileLabels, socialLabels } from '#contract/resources.ts'
import type { KnownSounds } from '#contract/saving/known-sounds.ts'
import { settingsTarget } from '#contract/saving/settings-target.ts'
import { textsToUpdate } from '#contract/polls.ts'
import { saveThreeWay, wholeTarget, type Fields, type NameOf, type SaveTarget } from '#contract/saving/three-way.ts'
import { createWholeReader } from '#contract/saving/whole-answer.ts'
import { isSettingName, isUnnamedSound, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { Limits } from '#contract/workspace/rights.ts'
import type { DriftPutBack } from '#contract/workspace/drift.ts'
import { rangesIn, valueIn, type FindingRow } from './findings.ts'
import { maxRangesPutBack, putBackRanges } from './put-back-ranges.ts'

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

async function putBackSetting(row: FindingRow, options: PutBackOptions): Promise<PutBackResult> {
  const { call, sounds } = options
  let isAtRisk = false
  const target = settingsTarget({
    call,
    chatId: row.chat_id,
    sounds,
    mayReset: async () => {
      isAtRisk = true
      return options.overwrites
    },
  })
  const named = { ...target, read: async () => withSoundNames(await target.read(), sounds.nameOf) }
  const result = await save<Settings, Awaited<ReturnType<typeof target.read>>, Parameters<typeof target.write>[0]>(row, options, named)
  if (!isAtRisk || options.overwrites) return result
  return { outcome: 'asks', now: null, message: 'Saving may reset a sound of this chat whose name is not known.' }
}

/** Saves the one field. */
async function save<T extends Fields, Held extends T, Body>(
  { field, before, after }: FindingRow,
  { overwrites }: PutBackOptions,
  target: SaveTarget<T, Held, Body>,
): Promise<PutBackResult> {
  const name = field as NameOf<T>
  const wanted = (valueIn(before) ?? '') as T[NameOf<T>]
  let now: Value | null = null
  const held = await readFirst(target.read())
  const base: T = { ...held, [name]: valueIn(after) ?? '' }
  const saved = await saveThreeWay(target, {
    edits: { base, changes: { [name]: wanted } as unknown as Partial<T> },
    choose: async (conflicts) => {
      now = conflicts[0]?.theirs ?? null
      return overwrites ? conflicts.map((conflict) => conflict.name) : []
    },
  })
  if (now !== null && !overwrites) return { outcome: 'asks', now, message: '' }
  if (saved === null) return failed('Nothing was saved.')
  if (saved.kind === 'unchecked') return saved.isConfirmed ? done : { outcome: 'unknown', now: null, message: saved.because.message }
  const lost = saved.notKept.find((one) => one.name === name)
  return lost ? { outcome: 'failed', now: lost.kept, message: 'The service did not keep the value.' } : done
}

const pollTexts = ['question', 'answer1', 'answer2', 'answer3', 'answer4'] as const

function pollTarget({ chat_id: chatId, poll_id: pollId }: FindingRow, call: Call) {
  const read = async () => {
    const { data } = await call('pollList', { params: { chatId } })
    const poll = data.find(({ id }) => id === pollId)
    if (!poll) throw new Failure('refused', { reason: 'The poll no longer exists.', hadNoEffect: true })
    const { question, answer1, answer2, answer3, answer4 } = poll
    return { question, answer1, answer2, answer3, answer4 } satisfies Record<(typeof pollTexts)[number], string>
  }
  return wholeTarget(read, (texts, fresh) => call('pollUpdate', { params: { chatId, pollId }, body: textsToUpdate(texts, fresh) }))
}

type Profile = Record<keyof typeof profileLabels, string | number>

function profileTarget(call: Call) {
  const names = Object.keys(profileLabels) as (keyof Profile)[]
  const { read, known } = createWholeReader((options) => call('accountRead', {}, options), names)
  const readProfile = async (): Promise<Profile> => {
    const data = await read()
    return Object.fromEntries(names.map((name) => [name, data[name] ?? (name === 'countryId' ? 0 : '')])) as Profile
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
