import { useState } from 'react'
import { isDecidable, nextOpen, type ShownEntry } from './queue/shown.ts'

/**
 * The row that keys act on. When its row leaves by itself, no row takes its place until the person goes on: a key that was meant for one message must
 * not decide about another.
 */
export function useCurrent(shown: readonly ShownEntry[]) {
  // undefined: nothing was listed yet.
  const [key, setKey] = useState<string | null | undefined>(undefined)
  const [place, setPlace] = useState(0)
  const [first] = shown
  const index = shown.findIndex((entry) => entry.key === key)

  if (key === undefined && first) setKey(first.key)
  if (index >= 0 && index !== place) setPlace(index)

  function step(by: 1 | -1) {
    const at = index >= 0 ? index + by : place
    const next = shown[Math.max(0, Math.min(shown.length - 1, at))]
    if (!next) return
    setKey(next.key)
    mainOf(next.key)?.focus()
  }

  return {
    current: shown[index],
    place: index,
    choose: setKey,
    step,
    /** Goes on from a row that was decided. */
    goOn: (from: string) => {
      if (from !== key) return
      const next = nextOpen(shown, from)
      setKey(next?.key ?? null)
      if (next && mainOf(from)?.parentElement?.contains(document.activeElement)) mainOf(next.key)?.focus()
    },
    /** For a bar that always offers a decision. */
    offered: shown[index] && isDecidable(shown[index]) ? shown[index] : shown.find(isDecidable),
  }
}

const mainOf = (key: string) => document.querySelector<HTMLElement>(`li[data-entry="${CSS.escape(key)}"] > button`)
