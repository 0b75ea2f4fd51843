import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { answersOf, totalOf, type Answer } from '../bars.ts'

/** Earlier rounds of polls: their votes before a reset, an edit or a deletion. They are stored in this browser only. */

export interface Round {
  /** When the round was stored, in milliseconds of this device's clock. */
  at: number
  before: 'reset' | 'edit' | 'delete'
  question: string
  answers: Answer[]
}

export interface KeptRound extends Round {
  pollId: number
  key: BrowserKey
}

const store = browserStore<Round>('poll-rounds')

const queryKey = (accountId: number, chatId: number) => ['poll-rounds', accountId, chatId]

/** All rounds of the polls of a chat, newest first. */
export const roundsQuery = (accountId: number, chatId: number) =>
  queryOptions({
    queryKey: queryKey(accountId, chatId),
    queryFn: async () => {
      const entries = await store.within([accountId, chatId])
      return entries.map(({ key, value }): KeptRound => ({ ...value, key, pollId: Number(key[2]) })).toSorted((a, b) => b.at - a.at)
    },
    staleTime: Infinity,
    retry: false,
  })

export function roundsByPoll(rounds: KeptRound[]): ReadonlyMap<number, KeptRound[]> {
  const found = new Map<number, KeptRound[]>()
  for (const round of rounds) found.set(round.pollId, [...(found.get(round.pollId) ?? []), round])
  return found
}

const follow = (accountId: number, chatId: number) => queryClient.invalidateQueries({ queryKey: queryKey(accountId, chatId) })

/**
 * Stores the current votes of a poll. Resolves to the key, or null if there are no votes. Rejects with a Failure if this browser cannot store data.
 */
export async function keepRound(accountId: number, chatId: number, poll: Poll, before: Round['before']): Promise<BrowserKey | null> {
  if (totalOf(poll) === 0) return null
  const at = Date.now()
  const key: BrowserKey = [accountId, chatId, poll.id, at]
  try {
    await store.set(key, { at, before, question: poll.question, answers: answersOf(poll) })
  } catch (cause) {
    const advice = 'This browser could not store the votes, so nothing was sent. Turn off “Keep these votes” to continue without them.'
    throw new Failure('refused', { advice, cause })
  }
  await follow(accountId, chatId)
  return key
}

export async function dropRound(key: BrowserKey): Promise<void> {
  await store.remove(key)
  await follow(key[0], Number(key[1]))
}

/**
 * Runs an action that deletes votes, and stores the votes before it. They are removed again if the service refuses the action. Rejects as `run` does.
 */
export async function withRound(
  run: (prepare: (poll: Poll) => Promise<void>) => Promise<unknown>,
  keep: (poll: Poll) => Promise<BrowserKey | null>,
) {
  let key: BrowserKey | null = null
  try {
    await run(async (poll) => void (key = await keep(poll)))
  } catch (error) {
    const refused = error instanceof Failure && !error.outcomeUnknown
    if (refused && key !== null) await dropRound(key)
    throw error
  }
}
