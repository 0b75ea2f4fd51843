import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Hit } from '#contract/gateway/review.ts'
import { laterGatewayQuery, queryClient, refetchIntervalWhenStale } from '#dashboard/platform/api/query.ts'
import { noteServerTime } from '#dashboard/platform/review/time-left.ts'
import { isOpen } from '#dashboard/platform/review/verdict.ts'
import type { TimeRange } from '../read.ts'

/** While something is held, it may have only seconds left. */
const heldMs = 3000
const idleMs = 10_000

const noteTime = ({ data }: { data: { at: number } }) => noteServerTime(data.at, Date.now())
const noHits: ReadonlyMap<number, Hit> = new Map()

/** The hits of a chat by message. If several rules hit a message, held comes before marked, and marked before the rest. */
export function useRuleHits(chatId: number, range: TimeRange) {
  const reading = useQuery({
    ...laterGatewayQuery('chatHitList', { params: { chatId }, query: range }, noteTime),
    refetchInterval: ({ state: { data, error } }) =>
      refetchIntervalWhenStale(data, error) || (data?.data.hits.some(({ state }) => state === 'held') ? heldMs : idleMs),
  })
  const list = reading.data?.data.hits
  const hits = useMemo(() => (list ? byMessage(list) : noHits), [list])
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())

  /** A held message is spared, a marked one is kept. Never rejects. */
  async function stay(hit: Hit) {
    if (!isOpen(hit) || sending.has(hit.id)) return
    setSending((before) => new Set([...before, hit.id]))
    const { spareOrKeep } = await import('./RuleNote.tsx').catch(() => ({ spareOrKeep: null }))
    await spareOrKeep?.(hit)
    await queryClient.invalidateQueries({ queryKey: ['chatHitList', { params: { chatId } }] }).catch(() => {})
    setSending((before) => new Set([...before].filter((id) => id !== hit.id)))
  }
  return { hits, sending, stay }
}

const rankOf = ({ state }: Hit) => ['held', 'deleting', 'marked', 'deleted', 'gone', 'spared', 'kept'].indexOf(state)

/** Ignores hits that are only counted. */
export function byMessage(list: readonly Hit[]): ReadonlyMap<number, Hit> {
  const found = new Map<number, Hit>()
  for (const hit of list) {
    if (rankOf(hit) < 0) continue
    const known = found.get(hit.message.messageId)
    if (!known || rankOf(hit) < rankOf(known)) found.set(hit.message.messageId, hit)
  }
  return found
}
