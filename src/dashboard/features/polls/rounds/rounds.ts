import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { answersOf, totalOf, type Answer } from '../bars.ts'

/** Earlier rounds of polls: their votes as they were before a reset, an edit or a deletion. Kept in this browser alone. */

export interface Round {
  /** When it was kept, milliseconds by this device's clock. */
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

/** The rounds of all polls of a chat, newest first. */
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

/** Keeps the votes of a poll as they are. Resolves to its key, or null where there are none. Rejects with a Failure where this browser keeps nothing. */
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

/** Does what takes votes away, with the votes kept before; they are dropped again where the service refused. Rejects as `run` does. */
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
