import { Failure } from '#contract/client.ts'

/** Results as people and programs read them. */

/**
 * Control characters, of both sets, and those that change the direction of text: what users of a chat write must not move the cursor of a terminal, or
 * hide a part of a line.
 */
const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text for one line of a terminal. */
export const printable = (text: string): string => text.replaceAll(unprintable, escaped)

/** JSON for a terminal or a pipe: the same value, and no control character in it but the line breaks between its parts. */
export const json = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, escaped)

const maxCellLength = 60

function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const characters = Array.from(printable(text))
  return characters.length > maxCellLength ? `${characters.slice(0, maxCellLength - 1).join('')}…` : characters.join('')
}

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows as a table, one thing as a list of its fields. */
export function table(data: unknown, columns?: readonly string[]): string {
  if (Array.isArray(data)) return data.length === 0 ? 'Nothing.' : data.every(isRow) ? tableOf(data, columns) : data.map(cell).join('\n')
  if (!isRow(data)) return cell(data)
  const names = Object.keys(data)
  const width = Math.max(0, ...names.map(({ length }) => length))
  return names.map((name) => `${name.padEnd(width)}  ${cell(data[name])}`).join('\n')
}

function tableOf(rows: readonly Row[], columns: readonly string[] = Object.keys(rows[0]!)): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]
  const widths = columns.map((_, index) => lines.reduce((widest, line) => Math.max(widest, line[index]!.length), 0))
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Documented in docs/command-line.md. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notPermitted: 3, unknown: 4 } as const

/** @param isSent whether a change was sent: without one no outcome can be unknown */
export function exitCodeOf(error: unknown, isSent: boolean): number {
  if (!(error instanceof Failure)) return exitCodes.failed
  if (error.kind === 'signed-out' || error.status === 403) return exitCodes.notPermitted
  return isSent && error.outcomeUnknown && !error.hadNoEffect ? exitCodes.unknown : exitCodes.failed
}

const kinds: Record<Failure['kind'], string> = {
  unreachable: 'The server cannot be reached.',
  'timed-out': 'No answer arrived in time.',
  'signed-out': 'The token is not accepted.',
  refused: 'The request was refused.',
  'too-many-requests': 'Too many requests.',
  'server-error': 'The server answered with an error.',
  'not-this-api': 'The server answered, but not with the chat API. Check ROOMKEEPER_URL.',
  'too-large': 'The answer is larger than the server reads.',
}

/** What happened and what to do, in sentences. */
export function messageOf(error: unknown, isSent: boolean): string {
  if (!(error instanceof Failure)) return printable(error instanceof Error ? error.message : String(error))
  const { kind, reason, serviceMessage, advice, fields, retryAfter } = error
  const isUnknown = exitCodeOf(error, isSent) === exitCodes.unknown
  const sentences = [
    isUnknown &&
      'Outcome unknown: the request was sent, and it is not known whether it took effect. Read what is there before you send it again.',
    reason || serviceMessage || kinds[kind],
    reason && serviceMessage,
    ...Object.entries(fields).map(([field, messages]) => `${field} ${messages.join(', ')}.`),
    advice,
    retryAfter !== undefined && `Try again in ${retryAfter} s.`,
  ]
  return sentences
    .filter((sentence) => typeof sentence === 'string' && sentence !== '')
    .map((sentence) => printable(sentence as string))
    .join(' ')
}
