import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isHeld, jobs, type Job } from '#dashboard/platform/jobs/job.ts'
import { jobInput } from '#dashboard/platform/jobs/journal.ts'
import type { DeletionInput } from '#jobs/deletion/deletion-input.ts'

export type Deleting = 'held' | 'deleting'

/** The messages of a chat that are being deleted or will be once the time to undo is over, and the jobs that delete them. */
export function useDeleting(chatId: number): { deleting: ReadonlyMap<number, Deleting>; open: Job[]; held: Job[] } {
  const list = jobs.use()
  const open = useMemo(
    () => list.filter((job) => job.kind === 'messages-delete' && job.chatId === chatId && job.phase !== 'ended'),
    [list, chatId],
  )
  const held = useMemo(() => open.filter(isHeld), [open])
  const heldIds = held.map(({ id }) => id).join()
  const inputs = useQueries({
    queries: open.map(({ id }) => ({
      queryKey: ['job-input', id],
      queryFn: async () => (await jobInput<DeletionInput>(id)) ?? null,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false as const,
    })),
    combine: (results) => results.map(({ data }) => data),
  })
  const openIds = open.map(({ id }) => id).join()
  const deleting = useMemo(() => {
    const heldJobIds = new Set(heldIds.split(','))
    return new Map<number, Deleting>(
      openIds
        .split(',')
        .flatMap((id, index) =>
          Array.from(inputs[index]?.ids ?? [], (message) => [message, heldJobIds.has(id) ? 'held' : 'deleting'] as const),
        ),
    )
  }, [openIds, heldIds, inputs])
  return { deleting, open, held }
}
