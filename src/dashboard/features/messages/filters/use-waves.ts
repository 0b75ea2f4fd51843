import { useState } from 'react'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { Wave } from '#engine/analysis/waves.ts'

const idOf = ({ ids }: Wave) => ids[0]!

/**
 * The wave that the hint shows, and navigation between waves. Dismissed waves, and those that are being deleted entirely, are left out.
 * @param reveal scrolls a message into view
 */
export function useWaves(
  summary: MessageSummary | null,
  deleting: { has: (messageId: number) => boolean },
  reveal: (messageId: number) => void,
) {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(() => new Set())
  const [current, setCurrent] = useState<number | null>(null)
  const waves = (summary?.waves ?? [])
    .filter((wave) => !dismissed.has(idOf(wave)) && !wave.ids.every((id) => deleting.has(id)))
    .toReversed()
  const currentIndex = waves.findIndex((wave) => idOf(wave) === current)
  const index = currentIndex < 0 ? waves.length - 1 : currentIndex

  function go(offset: number) {
    const next = waves[index + offset]
    if (!next) return
    setCurrent(idOf(next))
    reveal(idOf(next))
  }
  useKey('[', 'Previous spam wave', () => go(-1), index > 0)
  useKey(']', 'Next spam wave', () => go(1), index < waves.length - 1)

  return {
    wave: waves[index],
    /** Counts from 1; the earliest wave is the first. */
    number: index + 1,
    total: waves.length,
    go,
    dismiss: (wave: Wave) => setDismissed(new Set([...dismissed, idOf(wave)])),
  }
}
