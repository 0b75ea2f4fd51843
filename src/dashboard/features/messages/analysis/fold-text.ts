/** What a reader takes for the same letters becomes the same letters: case, accents, full-width forms and what cannot be seen. */

/** Accents, vowel points, zero-width and direction marks. Not the signs that make another sound in Japanese. */
const ignored = /\p{Cf}|(?![\u3099\u309A])(?=\p{M})\p{Script=Inherited}|(?=\p{Mn})(?:\p{Script=Hebrew}|\p{Script=Arabic})/gu

/** Letters that no normal form takes apart. */
const apart: Record<string, string> = {
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

const isPlain = (text: string) => /^[\t\n\r -~]*$/.test(text)

/** Of two texts that differ in case and accents alone, both give the same. Linear in the length of the text. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(ignored, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðħŧıς]/g, (letter) => apart[letter] ?? letter)
    .normalize('NFC')
}
