import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { isHeld, jobs } from '#dashboard/platform/jobs/job.ts'
import { messagesOfJob } from '../delete/delete-job.ts'
import { changeJob } from '#dashboard/platform/jobs/page-jobs.ts'
import { toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'

export type Deleting = 'held' | 'deleting'

/** A deletion between the key and the list of jobs, which shows it once the gateway has stored it. */
interface Beginning {
  ids: readonly number[]
  /** Resolves to the ids of the jobs. */
  storing: Promise<string[]>
  jobIds?: string[]
}

/** The messages of a chat that are being deleted or will be once the time to undo is over, and the jobs that still can be undone. */
export function useDeleting(chatId: number) {
  const list = jobs.use()
  const open = useMemo(
    () => list.filter((job) => job.kind === 'messages-delete' && job.chatId === chatId && job.phase !== 'ended'),
    [list, chatId],
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
  async function begin(messages: readonly Message[], start: () => Promise<string[]>): Promise<void> {
    const one: Beginning = { ids: messages.map(({ messageId }) => messageId), storing: start() }
    setBegun([...beginning, one])
    try {
      const jobIds = await one.storing
      setBegun((before) => before.map((other) => (other === one ? { ...one, jobIds } : other)))
    } catch (error) {
      setBegun((before) => before.filter((other) => other !== one))
      throw error
    }
  }

  const canUndo = held.length > 0 || beginning.length > 0
  async function undo() {
    const stored = await Promise.all(beginning.map(({ storing }) => storing.catch(() => [])))
    const ids = new Set([...held.map(({ id }) => id), ...stored.flat()])
    const undone = await Promise.all([...ids].map((id) => changeJob(id, 'undo')))
    if (undone.includes(false)) toastWarning('Too late to undo', 'The first messages were already sent. Stop the job to keep the rest.')
  }
  useKey('u', 'Undo the deletion', () => void undo(), canUndo)

  return { deleting, held, begin, onUndo: canUndo ? () => void undo() : null }
}
