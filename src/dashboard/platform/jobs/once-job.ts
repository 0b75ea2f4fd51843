import { useRef } from 'react'
import { byteLength, maxRequestBytes } from '#contract/values.ts'
import { maxChangedChats } from '#contract/gateway/chat-changes.ts'
import type { GatewayJob, JobCounts } from '#contract/gateway/jobs.ts'
import type { OnceDraft } from '#contract/gateway/once-jobs.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { startGatewayJob, type GatewayJobKind } from './gateway-jobs.ts'
import type { Receipt } from './job.ts'

type WithoutFrame<Draft> = Draft extends unknown ? Omit<Draft, 'place' | 'holdMs'> : never
export type OnceWork = WithoutFrame<OnceDraft>

/** Of a request, for what is in it beside the job. */
const spareBytes = 8192

/** The chats of a job in one part, or in several where one request cannot hold them. @param sent what is sent of a part */
export function partsOf<Chat>(chats: readonly Chat[], sent: (part: readonly Chat[]) => unknown): (readonly Chat[])[] {
  const { length } = chats
  const fits = length <= maxChangedChats && byteLength(JSON.stringify(sent(chats))) <= maxRequestBytes - spareBytes
  if (length <= 1 || fits) return [chats]
  const half = Math.ceil(length / 2)
  return [...partsOf(chats.slice(0, half), sent), ...partsOf(chats.slice(half), sent)]
}

/**
 * Resolves once it is stored. Rejects with a Failure.
 * @param id the same again starts nothing more
 */
export async function startOnce(work: OnceWork, id: string): Promise<void> {
  const withChats = (chats: readonly OnceWork['chats'][number][]) => ({ ...work, chats }) as OnceWork
  const parts = partsOf<OnceWork['chats'][number]>(work.chats, withChats).map(withChats)
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

/** Leads from a receipt to the chats that are left. */
export const chatsLeft = (id: string, left: number): Pick<Receipt, 'left'> =>
  left === 0
    ? {}
    : { left: { label: left === 1 ? 'Show the chat that is left' : `Show the ${count(left)} chats that are left`, path: to.change(id) } }

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
    ...chatsLeft(id, left),
  }
}

/** @param ended reads again what it changed */
export const onceJob = (ended: () => Promise<unknown>): GatewayJobKind => ({
  receiptOf,
  ended: async () => void (await ended()),
})
