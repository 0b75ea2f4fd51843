import { useEffect } from 'react'
import { keep, kept } from './session.ts'

/**
 * Texts of the signed-in account in this browser until it signs out. A storage that is full or switched off is no reason to stop typing: what it does
 * not take is not there at the next read.
 */

/** @param name of this text, unique in the account */
export const localText = (name: string): string => kept(name) ?? ''

/** An empty text takes no room. @param storage sessionStorage: in this tab alone, until it is closed */
export function setLocalText(name: string, text: string, storage = localStorage): void {
  try {
    keep(name, text === '' ? null : text, storage)
  } catch {
    // Full or switched off.
  }
}

/** Stores a text whenever it changes. */
export function useLocalText(name: string, text: string): void {
  useEffect(() => setLocalText(name, text), [name, text])
}

/** What JSON.parse makes of a stored text; null where there is none, or none that can be parsed. */
export function localJson(name: string, storage = localStorage): unknown {
  try {
    return JSON.parse(kept(name, storage) ?? 'null')
  } catch {
    return null
  }
}
