/** Unifies letters that read the same: removes case, accents, full-width forms and invisible characters. */

/** Accents, vowel points, zero-width and direction marks; not the Japanese voicing marks, which change the sound. */
const ignored = /\p{Cf}|(?![\u3099\u309A])(?=\p{M})\p{Script=Inherited}|(?=\p{Mn})(?:\p{Script=Hebrew}|\p{Script=Arabic})/gu

/** Letters that Unicode normalization does not decompose. */
const undecomposable: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

export const isAscii = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Several conditions of a rule, and several rules, look at the same text one after the other. */
let last = { text: '', folded: '' }

/** Returns the same for texts that differ only in case and accents. Takes linear time. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  if (last.text !== text) last = { text, folded: folded(text) }
  return last.folded
}

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(ignored, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðħŧıς]/g, (letter) => undecomposable[letter] ?? letter)
    .normalize('NFC')

/** Cyrillic and Greek letters with the Latin letter that they look like in either case. Texts are in lower case when this is applied. */
const lookalikes: Record<string, string> = Object.fromEntries(
  'аa вb еe зz иu іi јj кk мm нh оo рp сc тt уy хx ѕs ԁd һh ԛq ԝw ӏl αa βb εe ηn ιi κk μm νv οo ρp τt υu χx γy ωw'
    .split(' ')
    .map(([foreign = '', latin = '']) => [foreign, latin]),
)

/** Replaces look-alike letters of other alphabets. The length stays the same. @param text in lower case */
export const withoutLookalikes = (text: string): string => text.replaceAll(/[\u0370-\u052F]/g, (letter) => lookalikes[letter] ?? letter)

/**
 * Removes from a text everything that spam varies from one message to the next: case, accents, punctuation, digits, white space, repeated letters,
 * look-alike letters of other alphabets, and of a URL everything but its host (marked by "/"). A text without letters keeps its symbols. Messages with
 * equal forms are nearly equal. A form is for comparison only, not for display.
 */
export function normalForm(text: string): string {
  const folded = fold(text)
  const form = onlyLetters(folded.includes('/') ? withHostsOnly(folded) : folded)
  return form === '' ? onlySigns(folded) : form
}

/** Marks the start of a host. Every other "/" is removed. */
const hostMark = '/'

const withHostsOnly = (folded: string) =>
  folded
    .split(/\s+/)
    .map((word) => {
      const host = hostOf(word)
      return host === '' ? word.replaceAll('/', '') : hostMark + host
    })
    .join(' ')

/** The host of a URL, or ''. The scheme may be missing, as in `www.a.example:80/x`. */
function hostOf(word: string): string {
  const start = word.indexOf('://')
  const [address = ''] = word.slice(start < 0 ? 0 : start + 3).split(/[/?#]/)
  const host = address.slice(address.lastIndexOf('@') + 1).replace(/^www\./, '')
  return start >= 0 || (host.includes('.') && word.includes('/')) ? host : ''
}

const onlyLetters = (text: string) => withoutLookalikes((text.match(/[\p{L}\p{M}/]+/gu) ?? []).join('')).replaceAll(/(.)\1+/gsu, '$1')

const onlySigns = (text: string) =>
  text
    .replaceAll(/[\s/]+/g, '')
    .replaceAll(/\p{N}+/gu, '0')
    .replaceAll(/(.)\1+/gsu, '$1')

/** Shorter texts are commonplace: "lol", "hello", "thank you so much", a single emoji. */
const minDistinctiveLetters = 24

/** Whether several authors may well write nearly the same text by chance. @param form a normal form */
export function isCommonplace(form: string): boolean {
  if (form.length >= minDistinctiveLetters || form.includes(hostMark)) return false
  let letters = 0
  // A Chinese, Japanese or Korean character counts as three letters.
  for (let at = 0; at < form.length; at++) letters += /[\u2E80-\uD7FF]/.test(form.charAt(at)) ? 3 : 1
  return letters < minDistinctiveLetters
}
