import { useState } from 'react'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { MessageSummary } from '../analysis/message-index.ts'
import type { Wave } from '../analysis/waves.ts'

const idOf = ({ ids }: Wave) => ids[0]!

/**
 * The wave that the hint is about, and the way to those before and after it: all that nobody dismissed and that are not being deleted already.
 * @param onReach brings a message into sight
 */
export function useWaves(
  summary: MessageSummary | null,
  deleting: { has: (messageId: number) => boolean },
  onReach: (messageId: number) => void,
) {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(() => new Set())
  const [current, setCurrent] = useState<number | null>(null)
  const open = (summary?.waves ?? []).filter((wave) => !dismissed.has(idOf(wave)) && !wave.ids.every((id) => deleting.has(id))).toReversed()
  const found = open.findIndex((wave) => idOf(wave) === current)
  const index = found < 0 ? open.length - 1 : found

  function go(by: number) {
    const next = open[index + by]
    if (!next) return
    setCurrent(idOf(next))
    onReach(idOf(next))
  }
  useKey('w', 'Previous spam wave', () => go(-1), index > 0)
  useKey('W', 'Next spam wave', () => go(1), index < open.length - 1)

  return {
    wave: open[index],
    /** From 1, the earliest wave first. */
    number: index + 1,
    total: open.length,
    go,
    dismiss: (wave: Wave) => setDismissed(new Set([...dismissed, idOf(wave)])),
  }
}
