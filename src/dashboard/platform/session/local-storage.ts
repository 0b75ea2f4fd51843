import { useEffect } from 'react'
import { storeText, storedText } from './session.ts'

/**
 * Texts of the signed-in account that this browser stores until sign-out. Full or disabled storage must not prevent typing: a text that could not be
 * stored is missing at the next read.
 */

/** @param name of the text, unique within the account */
export const localText = (name: string): string => storedText(name) ?? ''

/** Stores a text; an empty text is removed. @param storage sessionStorage: for this tab only, until it is closed */
export function setLocalText(name: string, text: string, storage = localStorage): void {
  try {
    storeText(name, text === '' ? null : text, storage)
  } catch {
    // The storage is full or disabled.
  }
}

/** Stores a text whenever it changes. */
export function useLocalText(name: string, text: string): void {
  useEffect(() => setLocalText(name, text), [name, text])
}

/** Parses a stored text as JSON; null if there is no text or it is not valid JSON. */
export function localJson(name: string, storage = localStorage): unknown {
  try {
    return JSON.parse(storedText(name, storage) ?? 'null')
  } catch {
    return null
  }
}
