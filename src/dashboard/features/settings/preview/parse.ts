import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { bannedWords, wordFinder } from '#contract/word-filter.ts'
import { settingsIn } from './parts.ts'

/** A part of a message. The `source` of all pieces joined is the message as it was written. */
export interface Piece {
  kind: 'text' | 'link' | 'image' | 'audio' | 'video' | 'emoji' | 'mention' | 'masked'
  source: string
  /** What the chat shows in its place. */
  shown: string
  /** The setting that keeps an address from being more than text. */
  because?: SettingName
}

type Rules = Pick<
  Settings,
  'allowLinks' | 'allowImages' | 'allowAudio' | 'allowVideo' | 'allowSmiles' | 'httpsOnly' | 'mentions' | 'filterWords'
>
type Found = Piece & { at: number }

/** Splits a message into what the chat shows of it with these settings. */
export function parser(rules: Rules): (text: string) => Piece[] {
  const banned = wordFinder(bannedWords(rules.filterWords))
  // Earlier finders win: a hidden word is not a link, and an address contains neither mentions nor emoji.
  const finders = [(text: string) => maskedIn(text, banned), (text: string) => addressesIn(text, rules)]
  if (rules.mentions) finders.push(mentionsIn)
  if (rules.allowSmiles) finders.push(shortcutsIn)
  return (text) => {
    const found: Found[] = []
    for (const find of finders) for (const hit of find(text)) if (!found.some((other) => overlap(hit, other))) found.push(hit)
    return withTextBetween(text, found)
  }
}

const overlap = (one: Found, other: Found) => one.at < other.at + other.source.length && other.at < one.at + one.source.length

function withTextBetween(text: string, found: Found[]): Piece[] {
  const pieces: Piece[] = []
  const addText = (from: number, to?: number) => {
    const source = text.slice(from, to)
    if (source) pieces.push({ kind: 'text', source, shown: source })
  }
  let end = 0
  for (const { at, ...piece } of found.toSorted((one, other) => one.at - other.at)) {
    addText(end, at)
    pieces.push(piece)
    end = at + piece.source.length
  }
  addText(end)
  return pieces
}

/** Banned words; of those that begin at one position the longest, so that a word inside another does not split it. */
function maskedIn(text: string, find: ReturnType<typeof wordFinder>): Found[] {
  const found: Found[] = []
  let end = 0
  for (const { from, to } of find(text).toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from < end) continue
    const source = text.slice(from, to)
    found.push({ kind: 'masked', source, shown: source.replaceAll(/./gsu, '*'), at: from })
    end = to
  }
  return found
}

const extensions = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  audio: ['mp3', 'ogg', 'oga', 'wav', 'm4a', 'flac'],
  video: ['mp4', 'webm', 'mov', 'm4v', 'ogv'],
} as const

type AddressKind = 'link' | 'image' | 'audio' | 'video'

/** The settings without which an address of each kind stays text. */
const switchesOf = { link: settingsIn('link'), image: settingsIn('image'), audio: settingsIn('audio'), video: settingsIn('video') }

function addressesIn(text: string, rules: Rules): Found[] {
  return [...text.matchAll(/https?:\/\/\S+/giu)].flatMap(({ 0: written, index: at }) => {
    const source = written.replace(/(?<![.,;:!?'")\]}>»”’])[.,;:!?'")\]}>»”’]+$/u, '')
    if (/^https?:?\/*$/i.test(source)) return []
    const kind = kindOfAddress(source)
    const because = staysText(kind, source, rules)
    return [because ? { kind: 'text', source, shown: source, at, because } : { kind, source, shown: source, at }]
  })
}

function kindOfAddress(address: string): AddressKind {
  const [path = ''] = address.split(/[?#]/)
  const extension = /^https?:\/\/[^/]+\/.*\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  const kinds = ['image', 'audio', 'video'] as const
  return kinds.find((kind) => (extensions[kind] as readonly string[]).includes(extension)) ?? 'link'
}

function staysText(kind: AddressKind, address: string, rules: Partial<Settings>): SettingName | undefined {
  const off = switchesOf[kind].find((name) => !rules[name])
  if (off) return off
  // The API document names images, links and videos here, and not audio.
  return rules.httpsOnly && kind !== 'audio' && /^http:/i.test(address) ? 'httpsOnly' : undefined
}

const mentionsIn = (text: string): Found[] =>
  [...text.matchAll(/(?<![\p{L}\p{M}\p{N}_@.])@[\p{L}\p{M}\p{N}_]+/giu)].map(({ 0: source, index: at }) => ({
    kind: 'mention',
    source,
    shown: source,
    at,
  }))

const emoji: Record<string, string> = { ':)': '🙂', ':-)': '🙂', ':(': '🙁', ':-(': '🙁', ':D': '😃', ';)': '😉', ':P': '😛', '<3': '❤️' }

const shortcutsIn = (text: string): Found[] =>
  [...text.matchAll(/(?<!\S)(?::-?[)(]|:[DP]|;\)|<3)(?![\p{L}\p{N}])/gu)].map(({ 0: source, index: at }) => ({
    kind: 'emoji',
    source,
    shown: emoji[source] ?? source,
    at,
  }))
