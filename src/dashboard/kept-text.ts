import { useState } from 'react'
import { keep, kept } from './session.ts'

/** A text that is being typed, kept in this browser until it is emptied or somebody signs out. @param name what no other text is kept under */
export function useKeptText(name: string) {
  const [text, setText] = useState(() => kept(name) ?? '')
  function change(next: string) {
    setText(next)
    try {
      keep(name, next === '' ? null : next)
    } catch {
      // Storage is full or switched off: no reason to stop typing.
    }
  }
  return [text, change] as const
}
