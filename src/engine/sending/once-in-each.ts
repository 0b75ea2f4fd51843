import { Failure, type Call } from '#contract/client.ts'
import type { ChatsLeft } from '#contract/gateway/once-jobs.ts'
import { eachChat, WorkOver, type Calls, type ChatRun } from '#engine/jobs/each-chat.ts'
import { maxTries } from '#engine/jobs/request-scheduler.ts'
import { findSent, sendOnce, type OnceChange, type SentOnce } from './send-once.ts'

/** A change that is made in each of many chats, in none of them twice: everything of it that needs neither a page nor a database. */

/** Why a person should look at a chat: a failure without what only the request knew. */
type OnceFailure = NonNullable<ChatsLeft['chats'][number]['failure']>

/** `check`: it was sent, and it was not found out what came of it, or what came of it is odd. */
type OnceOutcome<Result> =
  | { state: 'done'; result: Result }
  | { state: 'failed'; failure: OnceFailure }
  | { state: 'check'; result: Result | null; failure: OnceFailure }

/** What is known of a chat. `seen`: written down before it was sent, so that an interruption is cleared up by reading. */
export type OnceRecord<Seen, Result> = { seen: Seen } | { outcome: OnceOutcome<Result> }

interface OnceRun<C extends { chatId: number }, Seen, Result> extends Omit<ChatRun, 'done'> {
  chats: readonly C[]
  changeOf: (chat: C, call: Call) => OnceChange<Seen, Result>
  /** Of an earlier run. */
  records: ReadonlyMap<number, OnceRecord<Seen, Result>>
  /** @param record null: nothing was sent after all */
  keep: (chat: C, record: OnceRecord<Seen, Result> | null) => Promise<unknown>
}

/** Resolves to what is known of each chat that had its turn. Rejects as `eachChat` does. */
export async function onceInEach<C extends { chatId: number }, Seen, Result>({
  chats,
  changeOf,
  keep: keepOne,
  ...run
}: OnceRun<C, Seen, Result>): Promise<Map<number, OnceRecord<Seen, Result>>> {
  const records = new Map(run.records)
  const seenIn = ({ chatId }: C): Seen | undefined => {
    const record = records.get(chatId)
    return record && 'seen' in record ? record.seen : undefined
  }
  const keep = async (chat: C, record: OnceRecord<Seen, Result> | null) => {
    if (record) records.set(chat.chatId, record)
    else records.delete(chat.chatId)
    await keepOne(chat, record)
  }
  const open = chats.filter(({ chatId }) => {
    const record = records.get(chatId)
    return !record || 'seen' in record
  })

  async function make(chat: C, call: Calls): Promise<OnceOutcome<Result>> {
    for (let tries = 1; ; tries++) {
      const before: { seen?: Seen } = {}
      // Right before it is sent: a pause until then leaves nothing to look for.
      const change = changeOf(
        chat,
        call(tries - 1, () => keep(chat, { seen: before.seen! })),
      )
      try {
        return outcomeOf(change, await sendOnce(change, { keep: async (seen) => void (before.seen = seen) }))
      } catch (error) {
        const answer = error instanceof WorkOver ? error.cause : error
        // Where it was refused, there is nothing to look for, also after a pause.
        if (answer instanceof Failure && !answer.outcomeUnknown && seenIn(chat) !== undefined) await keep(chat, null)
        if (!(error instanceof Failure)) throw error
        if (error.kind === 'too-many-requests' && tries < maxTries) continue
        return { state: 'failed', failure: failureOf(error) }
      }
    }
  }
  const found = async (chat: C, call: Call, seen: Seen) => {
    const change = changeOf(chat, call)
    return outcomeOf(change, await findSent(change, seen, new Failure('unreachable')))
  }

  await eachChat(
    { ...run, done: chats.length - open.length },
    {
      open,
      work: async (chat, call) => {
        const seen = seenIn(chat)
        const outcome = await (seen === undefined ? make(chat, call) : found(chat, call(0), seen))
        await keep(chat, { outcome })
        // What the change itself says of a chat says nothing about the others.
        return { isRefused: outcome.state === 'failed' && outcome.failure.kind === 'refused' && outcome.failure.advice === '' }
      },
      isSent: (chat) => seenIn(chat) !== undefined,
      lookUp: async (chat, call) => keep(chat, { outcome: await found(chat, call(0), seenIn(chat)!) }),
    },
  )
  return records
}

function outcomeOf<Seen, Result>(
  { missing: { advice, mayBeSentAgain }, oddIn }: Pick<OnceChange<Seen, Result>, 'missing' | 'oddIn'>,
  sent: SentOnce<Seen, Result>,
): OnceOutcome<Result> {
  if (sent.outcome === 'done') {
    const { result } = sent
    const odd = oddIn?.(result) ?? ''
    if (odd === '') return { state: 'done', result }
    return { state: 'check', result, failure: { kind: null, serviceMessage: '', reason: '', advice: odd } }
  }
  const failure = failureOf(sent.because)
  if (sent.outcome === 'unreadable') return { state: 'check', result: null, failure: { ...failure, advice: unread } }
  return mayBeSentAgain
    ? { state: 'failed', failure: { ...failure, advice } }
    : { state: 'check', result: null, failure: { ...failure, advice } }
}

const unread = 'It was sent, and the chat could not be read afterwards. Check it before you send it again.'

/** The words are those of a service, which may be long. */
const maxLength = 200

const failureOf = ({ kind, serviceMessage, reason, advice = '' }: Failure): OnceFailure => ({
  kind,
  serviceMessage: serviceMessage.slice(0, maxLength),
  reason: reason.slice(0, maxLength),
  advice,
})
