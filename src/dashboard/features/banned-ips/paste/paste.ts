import { readCsv } from './paste-csv.ts'
import { readJson } from './paste-json.ts'
import { readLine } from './paste-lines.ts'
import type { Pairs, Pasted } from './pasted.ts'

/** Marks that people do not see and programs add when text is copied: of the byte order, of the direction, of widths. */
const invisible = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g
const wideSpaces = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g

/**
 * Every entry of a text that was typed, pasted or read from a file, in order: addresses and ranges in any notation, one or many per line, with
 * comments; deny lines and rules of other programs, lines of a web server's log; tables with a header; JSON and JSON lines. Never throws. What cannot be
 * read is an entry with an error, and what may mean something else is unclear, so that nothing is skipped silently and nothing banned by a guess.
 */
export function readPaste(text: string, pairs: Pairs = 'ask'): Pasted[] {
  const plain = text.replaceAll(invisible, '').replaceAll(wideSpaces, ' ')
  return (
    readJson(plain) ??
    readCsv(plain) ??
    plain.split(/\r\n|\r|\n/).flatMap((line, index) => readLine(line.trim(), { number: index + 1, pairs }))
  )
}

/** The text of a file: UTF-8, UTF-16 as spreadsheets save it, or else Windows-1252. */
export function decodeText(file: ArrayBuffer): string {
  const bytes = new Uint8Array(file)
  const encoding = utf16In(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** By the mark at the beginning, or by the zeros beside the first characters. */
function utf16In([one, two]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0)) return 'utf-16le'
  return (one === 0xfe && two === 0xff) || (one === 0 && two !== 0) ? 'utf-16be' : null
}
