import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { undoMs } from '#contract/gateway/job-frame.ts'
import type { DeletionsLeft } from '#contract/gateway/limits.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { laterGatewayQuery, queryClient, refetchEvery } from '#dashboard/platform/api/query.ts'
import { isHeld, type Job, jobs } from '#dashboard/platform/jobs/job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { toastError, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { formatRange } from './time-range.ts'
import { messagesOfJob, startDeletions } from './delete-job.ts'

export type Deleting = 'held' | 'deleting'

/** A deletion between the key and the list of jobs, which shows it once the gateway has stored it. */
interface Beginning {
  ids: readonly number[]
  /** Resolves to the ids of the jobs. */
  storing: Promise<string[]>
  jobIds?: string[]
}

/** The messages of a chat that are being deleted or will be once the time to undo is over, and the jobs that still can be undone. */
export function useDeletions(chat: Chat) {
  const left = useDeletionsLeft()
  const list = jobs.use()
  const open = useMemo(
    () => list.filter((job) => job.kind === 'messages-delete' && job.chatId === chat.id && job.phase !== 'ended'),
    [list, chat.id],
  )
  // What others are about to delete is theirs to undo.
  const held = useMemo(() => open.filter((job) => isHeld(job) && job.isOwn !== false), [open])
  const inputs = useQueries({
    queries: open.map(({ id }) => messagesOfJob(id)),
    combine: (results) => results.map(({ data }) => data),
  })
  const openIds = open.map(({ id }) => id).join()
  const heldIds = held.map(({ id }) => id).join()
  const ofJobs = useMemo(() => {
    const heldJobIds = new Set(heldIds.split(','))
    return new Map<number, Deleting>(
      openIds
        .split(',')
        .flatMap((id, index) => (inputs[index] ?? []).map((message) => [message, heldJobIds.has(id) ? 'held' : 'deleting'] as const)),
    )
  }, [openIds, heldIds, inputs])

  const [begun, setBegun] = useState<readonly Beginning[]>([])
  const beginning = begun.filter(
    ({ ids, jobIds }) => jobIds === undefined || (open.some(({ id }) => jobIds.includes(id)) && ids.every((id) => !ofJobs.has(id))),
  )
  const beginningIds = beginning.flatMap(({ ids }) => ids).join()
  const deleting: ReadonlyMap<number, Deleting> = useMemo(
    () => (beginningIds === '' ? ofJobs : new Map([...ofJobs, ...beginningIds.split(',').map((id) => [Number(id), 'held'] as const)])),
    [ofJobs, beginningIds],
  )

  /** Counts messages as deleted from now on, so that a second key does not delete them again, and the key that undoes is never too early. */
  async function begin(messages: readonly Message[], onShow: () => void): Promise<void> {
    const one: Beginning = { ids: messages.map(({ messageId }) => messageId), storing: startDeletions(chat, messages, undoMs, onShow) }
    setBegun([...beginning, one])
    try {
      const jobIds = await one.storing
      setBegun((before) => before.map((other) => (other === one ? { ...one, jobIds } : other)))
    } catch (error) {
      setBegun((before) => before.filter((other) => other !== one))
      throw error
    }
  }

  /**
   * Deletes those that are not being deleted yet, many of them after a confirmation. Never rejects.
   * @param messages newest first. @param onShow called with the ids as the page is about to show the deletion
   */
  async function remove(messages: readonly Message[], onShow: (ids: number[]) => void) {
    const deletable = messages.filter(({ messageId }) => !deleting.has(messageId))
    if (deletable.length === 0) return
    if (left && deletable.length > left.left) {
      toastWarning('Nothing was deleted', deletionsLeftText(left))
      return
    }
    const run = () => begin(deletable, () => onShow(deletable.map(({ messageId }) => messageId)))
    if (deletable.length > maxUnconfirmedDeletion) confirmMany(chat, deletable, run)
    else await run().catch((error: unknown) => toastError('The deletion was not started', error))
  }

  const canUndo = held.length > 0 || beginning.length > 0
  async function undo() {
    const stored = await Promise.all(beginning.map(({ storing }) => storing.catch(() => [])))
    const ids = new Set([...held.map(({ id }) => id), ...stored.flat()])
    const undone = await Promise.all([...ids].map((id) => changeJob(id, 'undo')))
    if (undone.includes(false)) toastWarning('Too late to undo', 'The first messages were already sent. Stop the job to keep the rest.')
  }
  useKey('u', 'Undo the deletion', () => void undo(), canUndo)

  return { left, deleting, held, remove, onUndo: canUndo ? () => void undo() : null }
}

/** A deletion of more messages is confirmed by typing their number. For fewer, the seconds in which it can be undone are enough to notice a mistake. */
const maxUnconfirmedDeletion = 500

/** @param messages newest first. @param run rejects with an Error for people */
function confirmMany(chat: Chat, messages: readonly Message[], run: () => Promise<void>): void {
  const authors = new Set(messages.map(authorKey)).size
  const span = formatRange({ from: messages.at(-1)!.time, to: messages[0]!.time })
  confirm({
    title: `Delete ${counted(messages.length, 'message')}?`,
    body: (
      <p>
        From <span className="outside">{chatTitle(chat)}</span>, by {counted(authors, 'author')}, {span}. You can undo this for a few
        seconds. After that, the messages cannot be restored.
      </p>
    ),
    confirmLabel: `Delete ${counted(messages.length, 'message')}`,
    typed: String(messages.length),
    danger: true,
    run,
  })
}

const refetchIntervalMs = 60_000

/**
 * What the role of the person leaves to delete this hour, which the gateway counts; null where there is no limit, and while it is not known. What the
 * person’s own jobs will delete is taken off.
 */
function useDeletionsLeft(): DeletionsLeft | null {
  const limit = usePerson()?.limits.deletionsPerHour ?? null
  const pending = pendingDeletions(jobs.use())
  const isPending = pending > 0
  const { data } = useQuery({
    // Few people have a limit, so nobody else loads the client of the gateway for it.
    ...laterGatewayQuery('limitsRead', {}),
    enabled: limit !== null,
    // While a job runs, part of what it deletes is counted already.
    refetchInterval: refetchEvery(isPending ? false : refetchIntervalMs),
  })
  useEffect(() => {
    if (limit !== null && !isPending) void queryClient.invalidateQueries({ queryKey: ['limitsRead'] })
  }, [limit, isPending])
  const deletions = limit === null ? null : (data?.data.deletions ?? null)
  return deletions && { ...deletions, left: Math.max(0, deletions.left - pending) }
}

const pendingDeletions = (all: readonly Job[]) =>
  all.reduce(
    (sum, { kind, phase, total, isOwn }) => sum + (kind === 'messages-delete' && phase !== 'ended' && isOwn !== false ? total : 0),
    0,
  )

export function deletionsLeftText({ left, limit, fullAt }: DeletionsLeft): string {
  const back = { limit: count(limit), time: clock((fullAt ?? nowMs() / 1000) * 1000).slice(0, 5) }
  if (fullAt === null || left === limit)
    return plural(limit, 'You can delete {count} message an hour.', 'You can delete {count} messages an hour.')
  if (left === 0) return `You can’t delete more messages this hour. The full limit of ${back.limit} is back at ${back.time}.`
  return plural(
    left,
    'You can delete {count} more message this hour. The full limit of {limit} is back at {time}.',
    'You can delete {count} more messages this hour. The full limit of {limit} is back at {time}.',
    back,
  )
}
