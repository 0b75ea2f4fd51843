/**
 * Splits untrusted text into parts to render. Parts are data, never markup: text, a link, or an invisible character.
 */

export interface TextPart {
  kind: 'text'
  text: string
}

export interface LinkPart {
  kind: 'link'
  /** As it was written. */
  text: string
  /** The URL as parsed by the browser; http or https. */
  href: string
  /** The real host, with international letters in Punycode (`xn--...`), so that look-alikes show. */
  host: string
  /** Whether the written text shows that host as it is: no name before an @, no international letters, no other spelling. */
  namesHost: boolean
  /** Whether the path ends with the extension of an image. */
  isImage: boolean
}

export interface MarkPart {
  kind: 'mark'
  /** The character itself. Its code is shown instead. */
  text: string
  /** "U+202E" */
  code: string
}

/** Ends at white space, at characters that a URL cannot contain, and at full-width punctuation, which is written without a space after it. */
const address = /https?:\/\/[^\s<>"`{}|\\^\p{Cf}\p{Cc}\p{Cs}\u3000-\u303F\uFF01\uFF08\uFF09\uFF0C\uFF1A\uFF1B\uFF1F“”„«»‹›‘]+/u

/** Sequences in which invisible characters join several emoji into one, or form the flag of a region. */
const emoji =
  /(?:\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]{0,2}\u200D)+\p{Extended_Pictographic}|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u

/** In these scripts joiners are part of the spelling. */
const scripts = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr']
const joiner = `(?<=[${scripts.map((script) => String.raw`\p{Script=${script}}`).join('')}])[\u200C\u200D]`

/** Direction and format characters (except visible Arabic ones), controls except tab and line ends, blank letters and lone surrogates. */
const invisible =
  /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\t\n\r])[\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0]/u

const special = new RegExp(`(?<link>${address.source})|${emoji.source}|${joiner}|(?<mark>${invisible.source})`, 'giu')

/** The parts of a message. Their `text` joined is the message again. Takes linear time. */
export const messageParts = (text: string): (TextPart | LinkPart | MarkPart)[] => partsOf(text, linkPart)

/** A longer message is cut in the list. Length in characters; a line end counts as a whole line. */
const maxShown = 600
const lineWidth = 80
/** The length of `https://` and the longest host. */
const maxHostLength = 300
const displayLength = (text: string) => text.length + (text.match(/\n/g)?.length ?? 0) * lineWidth

/** Whether a message is long enough to be cut. One that is only slightly too long is not. */
export const isLong = (text: string): boolean => displayLength(text) > maxShown * 1.5

/** The beginning of a long message. A shortened link keeps its target. */
export function beginning<Part extends TextPart | LinkPart | MarkPart>(parts: readonly Part[]): Part[] {
  const shown: Part[] = []
  let remaining = maxShown
  for (const part of parts) {
    if (displayLength(part.text) > remaining) {
      // At least the host of a link must stay visible.
      const space = part.kind === 'link' ? Math.max(remaining, maxHostLength) : remaining
      if (part.kind !== 'mark')
        shown.push(displayLength(part.text) > space ? { ...part, text: `${fittingStart(part.text, space)}…` } : part)
      return shown
    }
    remaining -= displayLength(part.text)
    shown.push(part)
  }
  return shown
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text that fits into the space, without splitting characters. */
function fittingStart(text: string, space: number): string {
  let usedLength = 0
  let end = 0
  for (const { segment, index } of graphemes.segment(text.slice(0, space + 200))) {
    usedLength += displayLength(segment)
    if (usedLength > space) break
    end = index + segment.length
  }
  return text.slice(0, end)
}

/** The parts of a name, which never has links. */
export const nameParts = (name: string): (TextPart | MarkPart)[] => partsOf<never>(name, () => null)

/** Whether a message contains a link. */
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

/** Punctuation after a URL belongs to the sentence; so does a closing bracket, unless it was opened within the URL. */
function withoutPunctuation(written: string): string {
  let unopened = written.split(')').length - written.split('(').length
  let end = written.length
  for (; end > 0; end--) {
    const last = written.charAt(end - 1)
    if (last === ')' ? unopened-- <= 0 : !/[.,;:!?'’*_~\]]/.test(last)) break
  }
  return written.slice(0, end)
}
