import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import type { RecordValue } from '#contract/gateway/record-kinds.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery, writeRecords } from '#dashboard/platform/records/records.ts'
import { groupBy } from '#engine/group-by.ts'
import { answersOf, totalOf } from '#engine/polls/poll-text.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

/** Earlier rounds of polls: their votes before a reset, an edit or a deletion. The service does not store them. */

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

export const dropRound = async (round: RoundEntry): Promise<void> =>
  void (await writeRecords('poll-rounds', [{ chatId: round.chatId, key: round.key, before: round, value: null }]))

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
    if (refused && kept !== null) await dropRound(kept)
    throw error
  }
}
