import { stripVTControlCharacters } from 'node:util'

interface Figure {
  id: string
  reached: boolean
  words: string
}

/** The figures (src/test-figure.ts) in the output of a command. */
export const figuresIn = (output: string): Figure[] =>
  [...stripVTControlCharacters(output).matchAll(/^\s*([RSATLDGNPM]\d+) (reached|NOT REACHED): (.+)$/gm)].map(
    ([, id = '', verdict, words = '']) => ({
      id,
      reached: verdict === 'reached',
      words: words.trim(),
    }),
  )
