import { isIpv6, isMask, readMasked, readNotation, type Reading } from '../ranges/notation.ts'
import type { IpRange } from '#engine/bans/range.ts'
import { pasted, shortened, type Pairs, type Pasted } from './pasted.ts'
import { meaningOf } from './words.ts'

interface Line {
  /** Counted from 1. */
  number: number
  pairs: Pairs
}

/** The entries of one line. @param line without white space around it */
export function readLine(line: string, { number, pairs }: Line): Pasted[] {
  if (isLogLine(line)) return [pasted({ line: number, comment: '' }, line, firstAddress(line))]
  if (isRule(line)) return readRule(line, number)
  const { statements, comment } = statementsIn(line)
  return statements.flatMap((statement) => readStatement(statement, { line: number, comment }, pairs))
}

/**
 * The statements of a line, which semicolons separate, and its comment, which begins with `#`, `//` or `;`. What follows a semicolon is a comment, as in
 * the lists of Spamhaus, unless it begins with an address or with the word of a rule.
 */
function statementsIn(line: string): { statements: string[]; comment: string } {
  const sign = line.search(/#|(?<!:)\/\//)
  const parts = (sign === -1 ? line : line.slice(0, sign)).split(';').map((part) => part.trim())
  const end = parts.findIndex((part, index) => index > 0 && part !== '' && !beginsStatement(part))
  const isComment = parts[0] === '' && parts.length > 1
  const statements = isComment ? [] : parts.slice(0, end === -1 ? parts.length : end)
  const rest = end === -1 || isComment ? '' : parts.slice(end).join('; ')
  const comment =
    sign === -1
      ? ''
      : line
          .slice(sign)
          .replace(/^(?:#+|\/+)/, '')
          .trim()
  return { statements: statements.filter((part) => part !== ''), comment: `${rest} ${comment}`.trim() }
}

function beginsStatement(part: string): boolean {
  const [first = ''] = part.split(/[\s,]/, 1)
  const meaning = meaningOf(first)
  // An address alone, or several: “5.6.7.8 is our gateway” is a comment.
  return meaning === 'allow' || meaning === 'deny' || wordsIn(part).every((word) => looksLikeAddress(word))
}

interface Position {
  line: number
  comment: string
}

function readStatement(statement: string, position: Position, pairs: Pairs): Pasted[] {
  const refused = (error: string) => [pasted(position, statement, { error })]
  // Without an address it is prose, and the text may have a hundred thousand such lines.
  if (!/\d\.[\d*]|:/.test(statement)) return /[^\s,;|"'`“”„]/.test(statement) ? [pasted(position, statement, readNotation(statement))] : []
  const words = wordsIn(joinedRanges(statement))
  const addresses = words.filter(looksLikeAddress)
  if (addresses.length === 0) return [pasted(position, statement, readNotation(statement))]
  const others = words.filter((word) => !looksLikeAddress(word))
  const meanings = new Set(others.map(meaningOf))
  if (meanings.has('allow')) return refused('This line allows addresses. It bans no one.')
  const isRequired = /^require\s+not\s/i.test(statement)
  if ((meanings.has('not') && !isRequired) || /!/.test(statement)) return refused('A line with “not” may ban everyone except this address.')
  const isRule = isRequired || meanings.has('deny')
  if (isRule && /\sto\s+\d/i.test(statement))
    return refused('What follows “to” may be the end of a range or a destination. Write a range as 1.2.3.4-1.2.3.9.')
  const unknown = others.filter((word) => !isKnown(word, isRule))
  const unclear = unknown.length === 0 ? {} : { unclear: shortened(unknown.join(' ')) }
  const pair = others.length === 0 ? pairIn(addresses) : null
  if (pair) return readPairOf(addresses, pair, position, pairs)
  return entriesOf(addresses).map(({ text, reading }) => pasted({ ...position, ...unclear }, text, reading))
}

/** Ports and numbers of rules are no words, where it is clear that it is a rule. */
const isKnown = (word: string, isRule: boolean) =>
  (isRule && (/^\d+$/.test(word) || /^(?:to|any|anywhere|all|require|not)$/i.test(word))) || meaningOf(word) !== null

/** Ranges with spaces around their sign, or with a word or an arrow in its place, written as `first-last`. */
const joinedRanges = (text: string) =>
  text
    // With spaces around the dash the end has to look like an address: "1.2.3.4 - 5 attempts" is no range.
    .replaceAll(/(?<=\d)\s*[-‐-―−]\s*(?=\d+\.\d)/g, '-')
    .replace(/^(\d+(?:\.\d+){3})\s*(?:to|through|until|->|=>|→|\.{2,3})\s*(?=\d+\.\d)/i, '$1-')

const wordsIn = (text: string): string[] =>
  text
    .replace(/^[-*•]\s+/, '')
    .split(/[\s,;|"'`“”„(){}<>=]+/)
    .map((word) => (isIpv6(word) ? word : withoutPunctuation(word)))
    .filter((word) => word !== '')

/** Not with a regular expression, which would take quadratic time on many signs. */
function withoutPunctuation(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && '[!'.includes(word[start]!)) start++
  while (end > start && ']:.!?'.includes(word[end - 1]!)) end--
  return word.slice(start, end)
}

const looksLikeAddress = (word: string) => /^\d+\.[\d*]/.test(word) || isIpv6(word)

function entriesOf(addresses: readonly string[]): { text: string; reading: Reading }[] {
  const entries: { text: string; reading: Reading }[] = []
  for (let index = 0; index < addresses.length; index++) {
    const text = addresses[index]!
    const mask = addresses[index + 1]
    if (mask !== undefined && /^[\d.]+$/.test(text) && isMask(mask)) {
      entries.push({ text: `${text} ${mask}`, reading: readMasked(text, mask) })
      index++
    } else entries.push({ text, reading: readNotation(text) })
  }
  return entries
}

/** Two whole addresses that could be the start and the end of a range: they begin alike, or are the first and the last of their networks. */
function pairIn(addresses: readonly string[]): IpRange | null {
  const [first, last, ...more] = addresses
  if (first === undefined || last === undefined || more.length > 0 || isMask(last)) return null
  const [from, to] = [readNotation(first), readNotation(last)]
  if (!('range' in from) || !('range' in to) || ![first, last].every((text) => /^\d+(?:\.\d+){3}$/.test(text))) return null
  const range = { first: from.range.first, last: to.range.last }
  const isAlike = Math.floor(range.first / 2 ** 24) === Math.floor(range.last / 2 ** 24)
  const isWhole = range.first % 256 === 0 && range.last % 256 === 255
  return range.first < range.last && (isAlike || isWhole) ? range : null
}

function readPairOf(addresses: readonly string[], range: IpRange, position: Position, pairs: Pairs): Pasted[] {
  const pair = { ...position, isPair: true as const }
  if (pairs === 'single') return addresses.map((text) => pasted(pair, text, readNotation(text)))
  const text = addresses.join(' ')
  if (pairs === 'range') return [pasted(pair, text, { range })]
  return [pasted(pair, text, { error: 'A range, or two addresses?' })]
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
