import { useEffect } from 'react'
import { keep, kept } from './session.ts'

/** What of a text that is being typed is kept in this browser, until it is emptied or somebody signs out. @param name what no other text is kept under */
export const keptText = (name: string): string => kept(name) ?? ''

export function keepText(name: string, text: string): void {
  try {
    keep(name, text === '' ? null : text)
  } catch {
    // Storage is full or switched off: no reason to stop typing.
  }
}

export function useKeptText(name: string, text: string): void {
  useEffect(() => keepText(name, text), [name, text])
}
