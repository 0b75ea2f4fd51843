import { fold } from './fold-text.ts'

/** Letters that look like Latin ones, Cyrillic and Greek. Both cases of a letter become the same, so that "almost equal" ignores case everywhere. */
const alike: Record<string, string> = Object.fromEntries(
  'аa вb еe зz иu іi јj кk мm нh оo рp сc тt уy хx ѕs ԁd һh ԛq ԝw ӏl αa βb εe ηn ιi κk μm νv οo ρp τt υu χx γy ωw'
    .split(' ')
    .map(([foreign = '', latin = '']) => [foreign, latin]),
)

/**
 * What is left of a text when everything is taken away that spam changes from one message to the next: case, accents, punctuation, digits, white
 * space, repeated letters, the letters of another alphabet that look the same, and of an address all but its host (marked by "/"). A text
 * without letters keeps its signs. Equal forms are almost equal messages; nobody should read one.
 */
export function normalForm(text: string): string {
  const folded = fold(text)
  const form = onlyLetters(folded.includes('/') ? withHostsOnly(folded) : folded)
  return form === '' ? onlySigns(folded) : form
}

/** Marks where a host begins. Every other "/" goes. */
const hostMark = '/'

const withHostsOnly = (folded: string) =>
  folded
    .split(/\s+/)
    .map((word) => {
      const host = hostOf(word)
      return host === '' ? word.replaceAll('/', '') : hostMark + host
    })
    .join(' ')

/** `www.a.example:80/x` is one too: people leave the scheme out. */
function hostOf(word: string): string {
  const start = word.indexOf('://')
  const [address = ''] = word.slice(start < 0 ? 0 : start + 3).split(/[/?#]/)
  const host = address.slice(address.lastIndexOf('@') + 1).replace(/^www\./, '')
  return start >= 0 || (host.includes('.') && word.includes('/')) ? host : ''
}

const onlyLetters = (text: string) =>
  (text.match(/[\p{L}\p{M}/]+/gu) ?? [])
    .join('')
    .replaceAll(/[\u0370-\u052F]/g, (letter) => alike[letter] ?? letter)
    .replaceAll(/(.)\1+/gsu, '$1')

const onlySigns = (text: string) =>
  text
    .replaceAll(/[\s/]+/g, '')
    .replaceAll(/\p{N}+/gu, '0')
    .replaceAll(/(.)\1+/gsu, '$1')

/** Texts of fewer letters are what everybody says: "lol", "hello", "thank you so much", a single emoji. */
const fewLetters = 24

/** Whether an almost equal text may well come from somebody else by chance. @param form a normal form */
export function isCommonplace(form: string): boolean {
  if (form.length >= fewLetters || form.includes(hostMark)) return false
  let letters = 0
  // In Chinese, Japanese and Korean a character says as much as three letters.
  for (let at = 0; at < form.length; at++) letters += /[\u2E80-\uD7FF]/.test(form.charAt(at)) ? 3 : 1
  return letters < fewLetters
}
