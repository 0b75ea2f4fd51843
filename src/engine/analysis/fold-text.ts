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
