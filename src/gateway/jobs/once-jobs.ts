import { Failure, type Call } from '#contract/client.ts'
import { staleCode } from '#contract/own-service.ts'
import type { Poll } from '#contract/polls.ts'
import type { ChatsLeft, OnceDraft } from '#contract/gateway/once-jobs.ts'
import { maxChangedChats } from '#contract/gateway/chat-changes.ts'
import type { RecordValue } from '#contract/gateway/record-kinds.ts'
import { StaleRecords } from '#contract/gateway/records.ts'
import { answersOf, totalOf } from '#engine/polls/poll-text.ts'
import { onceInEach, type OnceRecord } from '#engine/sending/once-in-each.ts'
import { pollAction, pollCreation, pollPort } from '#engine/sending/poll-changes.ts'
import { messagePost } from '#engine/sending/post-message.ts'
import type { OnceChange } from '#engine/sending/send-once.ts'
import type { JobResult, JobRun } from './job-run.ts'

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
    case 'polls-delete': {
      const rounds = createRounds(run)
      const deletionOf = ({ chatId, pollId }: (typeof draft.chats)[number], call: Call) =>
        rounds.keeping(chatId, pollAction(pollPort(call), 'pollDelete', { chatId, pollId }))
      return inEach(run, draft, draft.chats, deletionOf, (_, left) => rounds.dropOf(left))
    }
  }
}

async function inEach<C extends { chatId: number }, Seen, Result>(
  { call: send, once, onProgress, ...run }: JobRun,
  draft: OnceDraft,
  chats: readonly C[],
  changeOf: (chat: C, call: Call) => OnceChange<Seen, Result>,
  afterwards: (made: ReadonlyMap<number, Result>, left: ChatsLeft['chats']) => Promise<unknown> = async () => {},
): Promise<JobResult> {
  const stored = [...(await once.read())].map(([chatId, json]): [number, OnceRecord<Seen, Result>] => [
    chatId,
    JSON.parse(json) as OnceRecord<Seen, Result>,
  ])
  const records = await onceInEach({
    ...run,
    chats,
    changeOf,
    records: new Map(stored),
    keep: ({ chatId }, record) =>
      record && 'seen' in record ? once.note(chatId, JSON.stringify(record)) : once.settle(chatId, record ? JSON.stringify(record) : ''),
    send,
    onProgress: ({ done, heldBy }) => onProgress({ done, heldBy, isChecking: false }),
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
  await afterwards(made, left)
  const count = (wanted: ChatsLeft['chats'][number]['outcome']) => left.filter(({ outcome }) => outcome === wanted).length
  return {
    counts: { done: chats.length - left.length, failed: count('failed'), unknown: count('check'), notTried: count('notTried') },
    left: left.length > 0 ? { kind: 'once', draft, chats: left } : null,
  }
}

/** Polls that were asked together. Where that cannot be stored they are still found by their texts. */
async function keepGroup({ job, callGateway }: JobRun, members: RecordValue<'poll-groups'>) {
  if (members.length < 2) return
  const change = { chatId: null, key: `${job.at}-${job.id}`, version: 0, value: members.slice(0, maxChangedChats) }
  await callGateway('recordsWrite', { params: { kind: 'poll-groups' }, body: { changes: [change] } }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
}

/** The votes that deletions take away are kept as earlier rounds first. Where they cannot be kept, nothing is deleted. */
function createRounds({ job, callGateway }: Pick<JobRun, 'job' | 'callGateway'>) {
  const kept = new Map<number, { key: string; version: number }>()

  async function write(chatId: number, key: string, version: number, value: RecordValue<'poll-rounds'> | null): Promise<number> {
    const send = async (of: number) => {
      const body = { changes: [{ chatId, key, version: of, value }] }
      const { data } = await callGateway('recordsWrite', { params: { kind: 'poll-rounds' }, body })
      return data[0]?.version ?? 0
    }
    return send(version).catch((error: unknown) => {
      // An earlier run has kept it, before more people voted.
      const [stale] = error instanceof Failure && error.code === staleCode ? (StaleRecords.safeParse(error.data).data ?? []) : []
      if (!stale) throw error
      return stale.stored ? send(stale.stored.version) : 0
    })
  }

  return {
    keeping: (chatId: number, deletion: OnceChange<Poll, true>): OnceChange<Poll, true> => ({
      ...deletion,
      send: async (poll) => {
        if (totalOf(poll) > 0) {
          const key = `${poll.id}-${job.at}`
          const round = { at: job.at, before: 'delete' as const, question: poll.question, answers: answersOf(poll) }
          const version = await write(chatId, key, 0, round).catch((cause: unknown) => {
            if (!(cause instanceof Failure)) throw cause
            throw new Failure('refused', { advice: 'The votes could not be stored, so nothing was sent.', cause })
          })
          kept.set(chatId, { key, version })
        }
        return deletion.send(poll)
      },
    }),
    /** Of polls that are still there. */
    dropOf: async (left: ChatsLeft['chats']) => {
      for (const { chatId, outcome } of left) {
        const round = kept.get(chatId)
        if (round && outcome !== 'check') await write(chatId, round.key, round.version, null).catch(() => null)
      }
    },
  }
}
