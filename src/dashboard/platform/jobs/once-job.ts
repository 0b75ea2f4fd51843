import { useRef } from 'react'
import { byteLength, maxRequestBytes } from '#contract/values.ts'
import { maxChangedChats } from '#contract/workspace/chat-changes.ts'
import type { GatewayJob, JobCounts } from '#contract/workspace/jobs.ts'
import type { OnceDraft } from '#contract/workspace/once-jobs.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { startGatewayJob, type GatewayJobKind } from './gateway-jobs.ts'
import type { Receipt } from './job.ts'

/** Jobs that do something once in each of several chats. */

type WithoutFrame<Draft> = Draft extends unknown ? Omit<Draft, 'place' | 'holdMs'> : never
export type OnceWork = WithoutFrame<OnceDraft>

/** Of a request, for what is in it beside the job. */
const spareBytes = 8192

/** In one part, or several where one request cannot hold them. */
function partsOf(work: OnceWork): OnceWork[] {
  const { length } = work.chats
  if (length === 1 || (length <= maxChangedChats && byteLength(JSON.stringify(work)) <= maxRequestBytes - spareBytes)) return [work]
  const half = (start: number, end?: number) => partsOf({ ...work, chats: work.chats.slice(start, end) } as OnceWork)
  return [...half(0, Math.ceil(length / 2)), ...half(Math.ceil(length / 2))]
}

/**
 * Resolves once it is stored. Rejects with a Failure.
 * @param id the same again starts nothing more
 */
export async function startOnce(work: OnceWork, id: string): Promise<void> {
  const parts = partsOf(work)
  for (const [index, part] of parts.entries()) {
    const [only, ...others] = part.chats
    const place = only && others.length === 0 ? only.chatName : counted(part.chats.length, 'chat')
    const suffix = parts.length === 1 ? '' : `, part ${index + 1} of ${parts.length}`
    const words = { title: part.title + suffix, doneTitle: part.doneTitle + suffix }
    await startGatewayJob({ ...part, ...words, place, holdMs: 0 }, { id: index === 0 ? id : `${id}-p${index + 1}` })
  }
}

/** Starts work of a form: where no answer came, sending the same again has no second effect. */
export function useStartOnce() {
  const sent = useRef<{ what: string; id: string } | null>(null)
  return (work: OnceWork): Promise<void> => {
    const what = JSON.stringify(work)
    if (sent.current?.what !== what) sent.current = { what, id: crypto.randomUUID() }
    return startOnce(work, sent.current.id)
  }
}

function receiptOf({ id, title, doneTitle }: GatewayJob, { done, failed, unknown, notTried }: JobCounts): Receipt {
  const left = failed + unknown + notTried
  return {
    title: left === 0 ? doneTitle : `${title}: done in ${count(done)}`,
    figures: [
      { label: 'Done', value: done },
      { label: 'Not done', value: failed, odd: true },
      { label: 'To check', value: unknown, odd: true },
      { label: 'Not tried', value: notTried, odd: true },
    ],
    ...(left > 0 && {
      left: { label: left === 1 ? 'Show the chat that is left' : `Show the ${count(left)} chats that are left`, path: to.change(id) },
    }),
  }
}

/** @param ended reads again what it changed */
export const onceJob = (ended: () => Promise<unknown>): GatewayJobKind => ({
  receiptOf,
  ended: async () => void (await ended()),
  // No earlier release had any.
  draftsOf: () => [],
})
