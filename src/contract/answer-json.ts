import { parseJson } from './values.ts'

/** A value of a field named `id` or `…Id` with so many digits, or an exponent, that JavaScript may not hold it exactly. */
const longIds = /("[A-Za-z]*[iI]d"\s*:\s*)(-?(?:\d{16,}[\d.]*(?:[eE][-+]?\d+)?|[\d.]+[eE][-+]?\d+))/g

/**
 * The JSON of an answer; undefined where it is none. JSON.parse rounds integers beyond 2^53 - 1, which makes one id of two. Such an id becomes the text
 * of its digits, which can be compared and shown: see `wireId`. An id that something is done to must be a number, so it is refused (`id`).
 */
export function parseAnswer(text: string): unknown {
  return parseJson(text.replaceAll(longIds, quoteUnsafe))
}

// An unescaped quote cannot occur inside a string, so what matches is a key with its value and never a part of a text.
const quoteUnsafe = (found: string, key: string, digits: string) =>
  Math.abs(Number(digits)) > Number.MAX_SAFE_INTEGER ? `${key}"${digits}"` : found
