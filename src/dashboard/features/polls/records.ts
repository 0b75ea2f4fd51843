import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import type { RecordValue } from '#contract/gateway/record-kinds.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { deleteRecord, newKey, recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { groupBy } from '#engine/group-by.ts'
import { answersOf, isSameText, textOf, totalOf, type PollText } from '#engine/polls/poll-text.ts'

/** What the account remembers of polls and the service does not: earlier rounds, groups and templates. */

/** The votes of a poll before a reset, an edit or a deletion. */
type Round = RecordValue<'poll-rounds'>
type RoundEntry = RecordEntry<'poll-rounds'>

export interface KeptRound extends Round {
  pollId: number
  entry: RoundEntry
}

const newestFirst = (entries: RoundEntry[]): KeptRound[] =>
  entries.map((entry) => ({ ...entry.value, entry, pollId: Number.parseInt(entry.key) })).toSorted((a, b) => b.at - a.at)

/** All rounds of the polls of a chat, newest first. */
export const roundsQuery = (chatId: number) => queryOptions({ ...recordsQuery('poll-rounds', chatId), select: newestFirst })

export const roundsByPoll = (rounds: KeptRound[]): ReadonlyMap<number, KeptRound[]> => groupBy(rounds, ({ pollId }) => pollId)

/** Stores the current votes of a poll. Resolves to null if there are no votes. Rejects with a Failure if they could not be stored. */
export async function keepRound(chatId: number, poll: Poll, before: Round['before']): Promise<RoundEntry | null> {
  if (totalOf(poll) === 0) return null
  const at = nowMs()
  const value = { at, before, question: poll.question, answers: answersOf(poll) }
  try {
    const [kept] = await writeRecords('poll-rounds', [{ chatId, key: `${poll.id}-${at}`, before: null, value }])
    return kept ?? null
  } catch (cause) {
    const advice = 'The votes could not be stored, so nothing was sent. Turn off “Keep these votes” to continue without them.'
    throw new Failure('refused', { advice, cause })
  }
}

/**
 * Runs an action that deletes votes, and stores the votes before it. They are removed again if the service refuses the action. Rejects as `run` does.
 */
export async function withRound(
  run: (prepare: (poll: Poll) => Promise<void>) => Promise<unknown>,
  keep: (poll: Poll) => Promise<RoundEntry | null>,
) {
  let kept: RoundEntry | null = null
  try {
    await run(async (poll) => void (kept = await keep(poll)))
  } catch (error) {
    const refused = error instanceof Failure && !error.outcomeUnknown
    if (refused && kept !== null) await deleteRecord('poll-rounds', kept)
    throw error
  }
}

/** One of several polls that were created together in several chats. */
export interface GroupMember {
  chatId: number
  pollId: number
}

const membersOf = (entries: RecordEntry<'poll-groups'>[]): GroupMember[][] => entries.map(({ value }) => value)

export const groupsQuery = () => queryOptions({ ...recordsQuery('poll-groups'), select: membersOf })

/** The polls that were ever created together with this one, including itself; [] if there are none. */
export function groupOf(groups: GroupMember[][], own: GroupMember): GroupMember[] {
  const others = groups.filter((members) => members.some((member) => isSame(member, own))).flat()
  return others.filter((member, index) => others.findIndex((other) => isSame(other, member)) === index)
}

const isSame = (a: GroupMember, b: GroupMember) => a.chatId === b.chatId && a.pollId === b.pollId

export const templatesQuery = () => queryOptions(recordsQuery('poll-templates'))

/** Stores the templates that do not exist yet, and resolves to how many were added. Rejects with a Failure if they cannot be stored. */
export async function keepTemplates(texts: PollText[]): Promise<number> {
  const known = (await queryClient.fetchQuery({ ...templatesQuery(), staleTime: 0 })).map(({ value }) => value)
  const fresh = texts.filter((text, index) => ![...known, ...texts.slice(0, index)].some((other) => isSameText(other, text)))
  const now = Date.now()
  const changes = fresh.map((text, index) => ({ chatId: null, key: newKey(now + index), before: null, value: textOf(text) }))
  if (fresh.length > 0) await writeRecords('poll-templates', changes)
  return fresh.length
}
