import { Failure, type Call } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import type { ChatsLeft, OnceDraft } from '#contract/workspace/once-jobs.ts'
import type { RecordValue } from '#contract/workspace/record-kinds.ts'
import { answersOf, totalOf } from '#engine/polls/votes.ts'
import { onceInEach, type OnceRecord } from '#engine/sending/once-in-each.ts'
import { pollAction, pollCreation, pollPort } from '#engine/sending/poll-changes.ts'
import { messagePost } from '#engine/sending/post-message.ts'
import type { OnceChange } from '#engine/sending/send-once.ts'
import type { JobResult, JobRun } from './kinds.ts'

/** Jobs that do something once in each of several chats: posts, and polls that are asked, published and deleted. */

export function doOnce(run: JobRun): Promise<JobResult> {
  const draft = JSON.parse(run.job.input) as OnceDraft
  switch (draft.kind) {
    case 'posts':
      return inEach(run, draft, draft.chats, ({ chatId }, call) => messagePost(call, chatId, draft.message))
    case 'polls-create':
      return inEach(
        run,
        draft,
        draft.chats,
        ({ chatId }, call) => pollCreation(pollPort(call), chatId, draft.poll, draft.isSent),
        (made) => keepGroup(run, [...draft.alike, ...[...made].map(([chatId, { pollId }]) => ({ chatId, pollId }))]),
      )
    case 'polls-publish':
      return inEach(run, draft, draft.chats, ({ chatId, pollId }, call) => pollAction(pollPort(call), 'pollPublish', { chatId, pollId }))
    case 'polls-delete':
      return inEach(run, draft, draft.chats, ({ chatId, pollId }, call) =>
        keepingVotes(run, chatId, pollAction(pollPort(call), 'pollDelete', { chatId, pollId })),
      )
  }
}

async function inEach<C extends { chatId: number }, Seen, Result>(
  { call: send, once, control, patienceMs, onProgress, wait, random }: JobRun,
  draft: OnceDraft,
  chats: readonly C[],
  changeOf: (chat: C, call: Call) => OnceChange<Seen, Result>,
  afterwards: (made: ReadonlyMap<number, Result>) => Promise<unknown> = async () => {},
): Promise<JobResult> {
  const stored = [...(await once.read())].map(([chatId, json]): [number, OnceRecord<Seen, Result>] => [
    chatId,
    JSON.parse(json) as OnceRecord<Seen, Result>,
  ])
  const records = await onceInEach({
    chats,
    changeOf,
    records: new Map(stored),
    keep: ({ chatId }, record) => once.keep(chatId, JSON.stringify(record)),
    send,
    control,
    patienceMs,
    onProgress: ({ done, heldBy }) => onProgress({ done, heldBy, isChecking: false }),
    wait,
    random,
  })
  const made = new Map<number, Result>()
  const left: ChatsLeft['chats'] = []
  for (const { chatId } of chats) {
    const record = records.get(chatId)
    const outcome = record && 'outcome' in record ? record.outcome : null
    if (outcome === null) left.push({ chatId, outcome: 'notTried', failure: null })
    else {
      if (outcome.state !== 'failed' && outcome.result !== null) made.set(chatId, outcome.result)
      if (outcome.state !== 'done') left.push({ chatId, outcome: outcome.state, failure: outcome.failure })
    }
  }
  await afterwards(made)
  const count = (wanted: ChatsLeft['chats'][number]['outcome']) => left.filter(({ outcome }) => outcome === wanted).length
  return {
    counts: { done: chats.length - left.length, failed: count('failed'), unknown: count('check'), notTried: count('notTried') },
    left: left.length > 0 ? { kind: 'once', draft, chats: left } : null,
  }
}

/** Polls that were asked together. Where that cannot be stored they are still found by their texts. */
async function keepGroup({ job, callWorkspace }: JobRun, members: RecordValue<'poll-groups'>) {
  if (members.length < 2) return
  const change = { chatId: null, key: `${job.at}-${job.id}`, version: 0, value: members }
  await callWorkspace('recordsWrite', { params: { kind: 'poll-groups' }, body: { changes: [change] } }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}

/** The votes that a deletion takes away are kept as an earlier round, unless it is refused. Where they cannot be kept, nothing is deleted. */
function keepingVotes({ job, callWorkspace }: JobRun, chatId: number, deletion: OnceChange<Poll, true>): OnceChange<Poll, true> {
  const write = (poll: Poll, version: number, value: RecordValue<'poll-rounds'> | null) => {
    const change = { chatId, key: `${poll.id}-${job.at}`, version, value }
    return callWorkspace('recordsWrite', { params: { kind: 'poll-rounds' }, body: { changes: [change] } })
  }
  return {
    ...deletion,
    send: async (poll) => {
      if (totalOf(poll) === 0) return deletion.send(poll)
      const round = { at: job.at, before: 'delete' as const, question: poll.question, answers: answersOf(poll) }
      const { data } = await write(poll, 0, round).catch((cause: unknown) => {
        if (!(cause instanceof Failure)) throw cause
        throw new Failure('refused', { advice: 'The votes could not be stored, so nothing was sent.', cause })
      })
      try {
        return await deletion.send(poll)
      } catch (error) {
        const isRefused = error instanceof Failure && !error.outcomeUnknown
        const version = data[0]?.version
        if (isRefused && version !== undefined) await write(poll, version, null).catch(() => null)
        throw error
      }
    },
  }
}
