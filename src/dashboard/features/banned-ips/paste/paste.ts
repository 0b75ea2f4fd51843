import { readCsv } from './paste-csv.ts'
import { readJson } from './paste-json.ts'
import { readLine } from './paste-lines.ts'
import type { Pasted } from './pasted.ts'

/**
 * Every entry of a text that was typed, pasted or read from a file, in order: addresses and ranges in any notation, one or many per line, with
 * comments; nginx `deny` lines, iptables rules, lines of a web server's log; CSV with a header; our own JSON. Never throws. What cannot be read
 * is an entry with an error, so that nothing is skipped silently.
 */
export function readPaste(text: string): Pasted[] {
  const plain = text.replace(/^\uFEFF/, '')
  return readJson(plain) ?? readCsv(plain) ?? plain.split(/\r\n|\r|\n/).flatMap((line, index) => readLine(line.trim(), index + 1))
}
