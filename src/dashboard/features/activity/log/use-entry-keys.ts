import { useRef, useState } from 'react'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { Fold } from './fold.ts'

interface EntryKeysOptions {
  folds: readonly Fold[]
  /** All entries in the order of the list. */
  lines: readonly number[]
  /** The entry that is open. */
  line: number | null
  onLine: (line: number | null) => void
  toggle: (key: string) => void
  reveal: (index: number) => void
}

/** j and k move through the list, or from the open entry to the next; o opens, u undoes, Escape closes. */
export function useEntryKeys({ folds, lines, line, onLine, toggle, reveal }: EntryKeysOptions) {
  const [current, setCurrent] = useState(-1)
  const isOpen = line !== null
  /** The row that gets the focus once it is drawn. A key that is pressed before that means this row. */
  const awaited = useRef<number | null>(null)

  function here() {
    const focused = focusedIndex()
    return awaited.current ?? (focused < 0 ? current : focused)
  }
  function focusRow(index: number) {
    awaited.current = index
    requestAnimationFrame(() => {
      if (awaited.current === index) awaited.current = null
      document.querySelector<HTMLElement>(`li[data-index="${index}"] [data-opens]`)?.focus({ preventScroll: true })
    })
  }
  function moveTo(index: number) {
    if (index < 0 || index >= folds.length) return
    setCurrent(index)
    reveal(index)
  }
  /** @param by 1: the next, older one */
  function step(by: 1 | -1) {
    if (line === null) {
      const next = Math.max(0, Math.min(folds.length - 1, here() + by))
      moveTo(next)
      return focusRow(next)
    }
    const next = lines[lines.indexOf(line) + by]
    if (next === undefined) return
    moveTo(folds.findIndex(({ entries }) => entries.some(({ id }) => id === next)))
    onLine(next)
  }
  function close() {
    const index = folds.findIndex(({ entries }) => entries.some(({ id }) => id === line))
    onLine(null)
    focusRow(Math.max(index, 0))
  }
  function open() {
    const one = folds[here()]
    if (!one) return
    if (one.entries.length > 1) toggle(one.key)
    else onLine(one.entries[0]!.id)
  }

  useKey('j', 'Next entry', () => step(1))
  useKey('k', 'Previous entry', () => step(-1))
  useKey('o', 'Open the entry', open, !isOpen)
  useKey('u', 'Undo the entry', () => {
    const shown = line ?? folds[here()]?.entries[0]?.id
    document.querySelector<HTMLElement>(`${isOpen ? 'aside ' : ''}[data-undo="${shown}"]`)?.click()
  })
  useKey('Escape', 'Close the entry', close, isOpen)

  return { current, setCurrent, step, close }
}

const focusedIndex = () => Number(document.activeElement?.closest('li[data-index]')?.getAttribute('data-index') ?? -1)
