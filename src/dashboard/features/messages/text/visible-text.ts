/**
 * Text from outside in parts for drawing. Nothing here is more than data: a part is text, a link that may be drawn as one, or the name of a
 * character that nobody would see.
 */

export interface TextPart {
  kind: 'text'
  text: string
}

export interface LinkPart {
  kind: 'link'
  /** As it was written. */
  text: string
  /** What a browser makes of it: http or https. */
  href: string
  /** Where it really leads, with foreign letters in their plain form (`xn--...`), so that no look-alike hides. */
  host: string
  /** Whether what was written begins with that host for every reader: no name before an @, no foreign letters, no other spelling of it. */
  namesHost: boolean
  /** Whether its path ends as a picture's does. */
  isImage: boolean
}

export interface MarkPart {
  kind: 'mark'
  /** The character itself. To be shown is its code. */
  text: string
  /** "U+202E" */
  code: string
}

/** Ends at white space, at what is no part of an address, and at the punctuation of languages that put no space behind it. */
const address = /https?:\/\/[^\s<>"`{}|\\^\p{Cf}\p{Cc}\p{Cs}\u3000-\u303F\uFF01\uFF08\uFF09\uFF0C\uFF1A\uFF1B\uFF1F“”„«»‹›‘]+/u

/** Unseen characters that make one picture out of several emoji, or the flag of a region. */
const emoji =
  /(?:\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]{0,2}\u200D)+\p{Extended_Pictographic}|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u

/** In these scripts joiners are a part of spelling. */
const joining = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr']
const joiner = `(?<=[${joining.map((script) => String.raw`\p{Script=${script}}`).join('')}])[\u200C\u200D]`

/** Direction and format characters (but for those of Arabic that have a shape), controls but for tab and line ends, empty letters, half characters. */
const unseen =
  /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\t\n\r])[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/u

const special = new RegExp(`(?<link>${address.source})|${emoji.source}|${joiner}|(?<mark>${unseen.source})`, 'giu')

/** A message in parts; the `text` of all is the message again. Takes time in proportion to its length. */
export const messageParts = (text: string): (TextPart | LinkPart | MarkPart)[] => partsOf(text, linkPart)

/** What a message may take in a list before it is cut: so many characters, a line end counting as a line of them. */
const maxShown = 600
const lineWidth = 80
/** `https://` and a host. */
const longestHost = 300
const displayLength = (text: string) => text.length + (text.match(/\n/g)?.length ?? 0) * lineWidth

/** Whether a message is long enough to be cut; one that is only a little longer than what would stay is not. */
export const isLong = (text: string): boolean => displayLength(text) > maxShown * 1.5

/** The beginning of a long message. A link that is cut still leads where it led. */
export function beginning<Part extends TextPart | LinkPart | MarkPart>(parts: readonly Part[]): Part[] {
  const kept: Part[] = []
  let left = maxShown
  for (const part of parts) {
    if (displayLength(part.text) > left) {
      // Of a link at least its host must be there to read.
      const space = part.kind === 'link' ? Math.max(left, longestHost) : left
      if (part.kind !== 'mark') kept.push(displayLength(part.text) > space ? { ...part, text: `${firstOf(part.text, space)}…` } : part)
      return kept
    }
    left -= displayLength(part.text)
    kept.push(part)
  }
  return kept
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As much of a text as has room, in whole characters. */
function firstOf(text: string, space: number): string {
  let taken = 0
  let end = 0
  for (const { segment, index } of graphemes.segment(text.slice(0, space + 200))) {
    taken += displayLength(segment)
    if (taken > space) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** A name in parts: nothing in a name is a link. */
export const nameParts = (name: string): (TextPart | MarkPart)[] => partsOf<never>(name, () => null)

/** Whether a message holds a link. */
export const hasLink = (text: string): boolean => /https?:\/\//i.test(text) && messageParts(text).some(({ kind }) => kind === 'link')

function partsOf<Link extends LinkPart>(text: string, link: (written: string) => Link | null): (TextPart | Link | MarkPart)[] {
  const parts: (TextPart | Link | MarkPart)[] = []
  let end = 0
  const add = (at: number, part: Link | MarkPart) => {
    if (at > end) parts.push({ kind: 'text', text: text.slice(end, at) })
    parts.push(part)
    end = at + part.text.length
  }
  for (const { groups = {}, index } of text.matchAll(special)) {
    const { link: written, mark } = groups
    const found = written === undefined ? null : link(written)
    if (found) add(index, found)
    if (mark !== undefined) add(index, { kind: 'mark', text: mark, code: codeOf(mark) })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

const codeOf = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function linkPart(found: string): LinkPart | null {
  const text = withoutPunctuation(found)
  try {
    const { href, host, pathname } = new URL(text)
    const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1]
    const namesHost = written?.toLowerCase() === host
    return { kind: 'link', text, href, host, namesHost, isImage: /\.(png|jpe?g|gif|webp|avif)$/i.test(pathname) }
  } catch {
    return null
  }
}

/** What follows an address belongs to the sentence, and a closing bracket to it unless it was opened within. */
function withoutPunctuation(written: string): string {
  let unopened = written.split(')').length - written.split('(').length
  let end = written.length
  for (; end > 0; end--) {
    const last = written.charAt(end - 1)
    if (last === ')' ? unopened-- <= 0 : !/[.,;:!?'’*_~\]]/.test(last)) break
  }
  return written.slice(0, end)
}
