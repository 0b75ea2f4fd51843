import { formatAddress, type IpRange } from '#engine/bans/range.ts'

/** The range of a notation, or the reason why it has none, sometimes with the notation that was probably meant. */
export type Reading = { range: IpRange } | { error: string; suggestion?: string }

const notOne = 'Not an IPv4 address, a range, a CIDR block or a pattern such as 1.2.3.*'
const fourNumbers = 'An IPv4 address has four numbers with dots between them.'
const tooLarge = 'None of the four numbers may be above 255.'
const leadingZero = 'No leading zeros: 010 is 8 to some programs and 10 to others.'
const backwards = 'The range ends before it starts.'
const prefixLength = 'The number after the slash is 0 to 32.'
const maskShape = 'A netmask has ones before zeros, as in 255.255.255.0 or, as a wildcard, 0.0.0.255.'
const stars = 'A * stands for the last numbers, as in 1.2.3.* or 1.2.*.*'
const noPort = 'Ports cannot be banned, only addresses.'
const unsupported = 'IPv6 is not supported by this service.'

/**
 * One of `1.2.3.4`, `1.2.3.4-1.2.3.9`, `1.2.3.4-9` (the last numbers that differ), `1.2.3.0/24`, `1.2.3.*`, `1.2.*.*` and `1.2.*`. Strict where
 * programs differ in what they read: banning the wrong address is worse than an error.
 */
export function readNotation(text: string): Reading {
  const written = text.trim().replaceAll(/[‐-―−]/g, '-')
  if (isIpv6(written)) return readIpv6(written)
  if (/^[\d.]+$/.test(written)) return readRange(written, written)
  const [, first, sign, second] = /^([\d.]+)([-/:])([\d.]+)$/.exec(written) ?? []
  if (first !== undefined && second !== undefined) {
    if (sign === '-') return readRange(first, second)
    return sign === '/' ? readMasked(first, second) : withSuggestion(noPort, first)
  }
  return /^[\d.*]+$/.test(written) ? readPattern(written) : { error: notOne }
}

/** First and last address, each written in full; no last address means one address or any other notation. */
export function readPair(first: string, last: string): Reading {
  if (last.trim() === '') return readNotation(first)
  return [first, last].every((text) => text.trim().split('.').length === 4)
    ? readNotation(`${first.trim()}-${last.trim()}`)
    : { error: fourNumbers }
}

/** Whether it looks like an IPv6 address, block or range. A time and a MAC address have fewer colons. */
export function isIpv6(text: string): boolean {
  // The quick exit for most texts of a long list.
  if (!text.includes(':')) return false
  const [bare = ''] = text.replace('[', '').split(/[%/\]-]/, 1)
  return /^[\da-f:.]+$/i.test(bare) && (bare.includes('::') || bare.split(':').length > 6)
}

/** Servers that listen on IPv6 write an IPv4 address as `::ffff:1.2.3.4`. */
function readIpv6(text: string): Reading {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(text) ?? []
  return withSuggestion(unsupported, mapped ?? '')
}

const withSuggestion = (error: string, suggestion: string): Reading =>
  /^[\d.]+$/.test(suggestion) && 'range' in readNotation(suggestion) ? { error, suggestion } : { error }

function readRange(head: string, tail: string): Reading {
  const from = octetsOf(head)
  const differing = octetsOf(tail)
  if (typeof from === 'string') return { error: from }
  if (typeof differing === 'string') return { error: differing }
  if (from.length !== 4) return { error: fourNumbers }
  const range = { first: joined(from), last: joined([...from.slice(0, 4 - differing.length), ...differing]) }
  return range.first <= range.last ? { range } : { error: backwards }
}

/** An address with a prefix length, or with a netmask such as 255.255.255.0 or a wildcard such as 0.0.0.255. */
export function readMasked(address: string, mask: string): Reading {
  if (!mask.includes('.')) return readCidr(address, mask.replace(/^\//, ''))
  const length = prefixLengthOf(mask)
  return length === null ? { error: maskShape } : readCidr(address, String(length))
}

/** Whether it can only be the mask of the address before it: visitors have no such addresses. */
export const isMask = (text: string): boolean =>
  /^(?:0|25[245]|240|224|192|128|255)(?:\.\d+){3}$/.test(text) && prefixLengthOf(text) !== null

/** The prefix length of a netmask or wildcard. 0.0.0.0 and 255.255.255.255, which could be either, are one address. null for any other address. */
function prefixLengthOf(mask: string): number | null {
  const octets = octetsOf(mask)
  if (typeof octets === 'string' || octets.length !== 4) return null
  const bits = octets.map((octet) => octet.toString(2).padStart(8, '0')).join('')
  const [, ones, zeros] = /^(1+)(0*)$/.exec(bits) ?? []
  if (ones !== undefined && zeros !== undefined) return ones.length
  const [, network] = /^(0+)1*$/.exec(bits) ?? []
  return network === undefined ? null : network.length
}

function readCidr(address: string, length: string): Reading {
  const octets = octetsOf(address)
  if (typeof octets === 'string') return { error: octets }
  if (octets.length !== 4) return { error: fourNumbers }
  if (!/^(?:[12]?\d|3[0-2])$/.test(length)) return { error: prefixLength }
  const size = 2 ** (32 - Number(length))
  const within = joined(octets)
  const first = within - (within % size)
  // Whether one address or 256 were meant is for the user to decide.
  if (first !== within)
    return {
      error: `A /${length} starts at ${formatAddress(first)}, not at ${formatAddress(within)}.`,
      suggestion: `${formatAddress(first)}/${length}`,
    }
  return { range: { first, last: first + size - 1 } }
}

function readPattern(pattern: string): Reading {
  const [, numbers] = /^((?:\d+\.){1,3})\*(?:\.\*)*$/.exec(pattern) ?? []
  if (numbers === undefined || pattern.split('.').length > 4) return { error: stars }
  const octets = octetsOf(numbers.slice(0, -1))
  if (typeof octets === 'string') return { error: octets }
  const size = 256 ** (4 - octets.length)
  const first = joined(octets) * size
  return { range: { first, last: first + size - 1 } }
}

function octetsOf(text: string): number[] | string {
  const parts = text.split('.')
  if (parts.length > 4 || parts.includes('')) return fourNumbers
  if (parts.some((part) => part.length > 1 && part.startsWith('0'))) return leadingZero
  const octets = parts.map(Number)
  return octets.some((octet) => octet > 255) ? tooLarge : octets
}

const joined = (octets: number[]) => octets.reduce((number, octet) => number * 256 + octet, 0)
