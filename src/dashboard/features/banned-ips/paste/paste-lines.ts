import { isIpv6, readNotation, type Reading } from '../ranges/notation.ts'
import { pasted, type Pasted } from './pasted.ts'

/** The entries of one line. @param line without white space around it @param number counted from 1 */
export function readLine(line: string, number: number): Pasted[] {
  if (isLogLine(line)) return [pasted({ line: number, comment: '' }, line, firstAddress(line))]
  if (isRule(line)) return readRule(line, number)
  const { body, comment } = splitComment(line)
  const position = { line: number, comment }
  if (/^\s*allow\s/i.test(body)) return [pasted(position, body, { error: 'An allow line does not ban anyone.' })]
  return entriesIn(body).map((text) => pasted(position, text, readNotation(text)))
}

/** Splits a line into the text and its comment, which begins with `#`, `//` or, as in the lists of Spamhaus, `;`. */
function splitComment(line: string): { body: string; comment: string } {
  const sign = line.search(/#|(?<!:)\/\//)
  const body = sign === -1 ? line : line.slice(0, sign)
  const comment =
    sign === -1
      ? ''
      : line
          .slice(sign)
          .replace(/^(?:#+|\/+)/, '')
          .trim()
  // A semicolon also separates addresses and ends nginx directives: what follows the last address is a comment.
  const semicolon = body.indexOf(';', Math.max(body.lastIndexOf('.'), body.lastIndexOf(':')) + 1)
  return semicolon === -1
    ? { body, comment }
    : { body: body.slice(0, semicolon), comment: `${body.slice(semicolon + 1).trim()} ${comment}`.trim() }
}

/** The parts of a line that are one entry each. Consecutive words are one, so that a line of prose is one error and not twenty. */
function entriesIn(body: string): string[] {
  // Without an address it is prose, and the text may have a hundred thousand such lines.
  if (!/\d\.[\d*]|:/.test(body)) return /[^\s,;|"'`“”„]/.test(body) ? [body.trim()] : []
  const parts = body
    .replace(/^\s*[-*•]\s+/, '')
    .replaceAll(/(^|;)\s*deny\s+/gi, '$1')
    // With spaces around the dash the end has to look like an address: "1.2.3.4 - 5 attempts" is no range.
    .replaceAll(/(?<=\d)\s*[-‐-―−]\s*(?=\d+\.\d)/g, '-')
    .split(/[\s,;|"'`“”„]+/)
  const entries: string[] = []
  let isAfterWord = false
  for (const part of parts) {
    if (part === '') continue
    const isWord = !looksLikeAddress(part)
    if (isWord && isAfterWord) entries[entries.length - 1] += ` ${part}`
    else entries.push(part)
    isAfterWord = isWord
  }
  return entries
}

const looksLikeAddress = (part: string) => /\d\.[\d*]/.test(part) || isIpv6(part)

const quoted = /"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)/g

/**
 * The access logs of nginx and Apache have their date in brackets or the request in quotes, the error logs name the client. What follows a comment
 * sign is ignored.
 */
const isLogLine = (line: string) =>
  (/\[\d{1,2}\/[A-Z][a-z]{2}\/\d{4}[: ]/.test(line) || /"[A-Z]{3,10} \S+ HTTP\/\d/.test(line) || client.test(line)) &&
  !/^(?:;|[^["]*(?:#|\/\/))/.test(line)

const client = /(?:\[client |, client: )([^\],\s]+)/

/** Quoted text comes from the visitor, who may have written any address there. */
function firstAddress(line: string): Reading {
  const named = client.exec(line)?.[1]
  const words =
    named === undefined
      ? line
          .replaceAll(quoted, ' ')
          .replaceAll(/\[[^\]]*(?:\]|$)/g, ' ')
          .split(/[\s,]+/)
      : [named]
  for (const word of words) {
    const [, address] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(word) ?? []
    if (address !== undefined || isIpv6(word)) return readNotation(address ?? word)
  }
  return { error: 'This log line contains no IPv4 address of a visitor.' }
}

const isRule = (line: string) => /^-[AI]\s/.test(line) || /^(?:sudo\s+)?\S*ip6?tables\s/.test(line)

/** A rule as iptables takes it or iptables-save writes it. */
function readRule(line: string, number: number): Pasted[] {
  const words = (line.match(/"[^"\\]*(?:\\.?[^"\\]*)*(?:"|$)|\S+/g) ?? []).map((word) => word.replaceAll('"', ''))
  const positionOf = (...names: string[]) => words.findIndex((word) => names.includes(word))
  const after = (...names: string[]) => (positionOf(...names) === -1 ? '' : (words[positionOf(...names) + 1] ?? ''))
  const position = { line: number, comment: after('--comment') }
  const refused = (error: string) => [pasted(position, line, { error })]

  if (positionOf('-A', '-I', '--append', '--insert') === -1 || !['DROP', 'REJECT', 'TARPIT'].includes(after('-j', '--jump')))
    return refused('Only rules that are added and drop or reject packets ban an address.')
  const from = positionOf('-s', '--src', '--source', '--src-range')
  if (from === -1) return refused('The rule has no source address.')
  if (words[from - 1] === '!') return refused('A rule with ! bans everyone except this address.')
  return (words[from + 1] ?? '').split(',').map((text) => pasted(position, text, readNotation(text)))
}
