import { useEffect } from 'react'
import { storeText, storedText } from './session.ts'

/**
 * Texts of the signed-in account that this browser stores until sign-out. Full or disabled storage must not prevent typing: a text that could not be
 * stored is missing at the next read.
 */

/** @param name of the text, unique within the account */
export const localText = (name: string): string => storedText(name) ?? ''

/**
 * Stores a text; an empty text is removed.
 * @param storage sessionStorage: for this tab only, until it is closed
 * @returns false where the storage is full or disabled
 */
export function setLocalText(name: string, text: string, storage = localStorage): boolean {
  try {
    storeText(name, text === '' ? null : text, storage)
    return true
  } catch {
    return false
  }
}

export function useLocalText(name: string, text: string): void {
  useEffect(() => void setLocalText(name, text), [name, text])
}

/** Parses a stored text as JSON; null if there is no text or it is not valid JSON. */
export function localJson(name: string, storage = localStorage): unknown {
  try {
    return JSON.parse(storedText(name, storage) ?? 'null')
  } catch {
    return null
  }
}
