const longWord = /\p{L}{9,}/gu
/** Before a consonant with a vowel after it, three letters from either end: right in most languages, and readable in the others. */
const syllable = /(?<=\p{L}{3})(?=(?![aeiouy])\p{Script=Latin}[aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûü]\p{L})/giu

/** A name whose long words may be broken with a hyphen. Browsers know this themselves for few languages, and chats have names in any. */
export const withSoftHyphens = (name: string): string => name.replace(longWord, (word) => word.replace(syllable, '\u00AD'))
