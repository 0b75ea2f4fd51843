import { useState } from 'react'
import { isDecidable, nextOpen, type ShownEntry } from './queue/shown.ts'

/**
 * The row that keys act on. If it disappears without an action of the person, no other row becomes current until the person moves: a key press meant for
 * one message must not decide about another.
 */
export function useCurrent(shown: readonly ShownEntry[]) {
  // undefined: no row has been shown yet.
  const [key, setKey] = useState<string | null | undefined>(undefined)
  const [position, setPosition] = useState(0)
  const [first] = shown
  const index = shown.findIndex((entry) => entry.key === key)

  if (key === undefined && first) setKey(first.key)
  if (index >= 0 && index !== position) setPosition(index)

  function step(by: 1 | -1) {
    const at = index >= 0 ? index + by : position
    const next = shown[Math.max(0, Math.min(shown.length - 1, at))]
    if (!next) return
    setKey(next.key)
    mainOf(next.key)?.focus()
  }

  return {
    current: shown[index],
    position: index,
    choose: setKey,
    step,
    /** Moves on from a row that was decided. */
    advanceFrom: (from: string) => {
      if (from !== key) return
      const next = nextOpen(shown, from)
      setKey(next?.key ?? null)
      if (next && mainOf(from)?.parentElement?.contains(document.activeElement)) mainOf(next.key)?.focus()
    },
    /** The row for a bar that always offers a decision. */
    offered: shown[index] && isDecidable(shown[index]) ? shown[index] : shown.find(isDecidable),
  }
}

const mainOf = (key: string) => document.querySelector<HTMLElement>(`li[data-entry="${CSS.escape(key)}"] > button`)
