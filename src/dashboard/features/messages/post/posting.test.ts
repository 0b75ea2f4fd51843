import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byteLength } from '#contract/values.ts'
import { bodyOf, bytesOver, PostDraft, readSent, secondsSinceLastSent, withSent } from './posting.ts'

const fields = { text: 'Doors open at eight', username: '', image: '' }
const parse = (changes: Partial<typeof fields>) => PostDraft.safeParse({ ...fields, ...changes })
const problems = (changes: Partial<typeof fields>) =>
  parse(changes).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('what may be posted', () => {
  test('a text may have 2,000 bytes, and the error says by how many it is exceeded', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'é', '字', '👩‍👩‍👧'), { minLength: 1, maxLength: 3000 }), (letters) => {
        const text = letters.join('')
        const over = byteLength(text) - 2000
        expect(bytesOver(text)).toBe(over)
        const expected =
          over > 0 ? [`text: ${new Intl.NumberFormat('en').format(over)} byte${over === 1 ? '' : 's'} over the limit of 2,000`] : []
        expect(problems({ text })).toEqual(expected)
      }),
    )
    expect(problems({ text: 'é'.repeat(1000) })).toEqual([])
    expect(problems({ text: `${'é'.repeat(1000)}!` })).toEqual(['text: 1 byte over the limit of 2,000'])
  })

  test.each([' ', '\n\t', ''])('%j is not a message', (text) => {
    expect(problems({ text })).toEqual(['text: Enter a message'])
  })

  test.each(['\0', '\uD83D'])('%j is refused: NUL and lone surrogates', (text) => {
    expect(problems({ text })).toHaveLength(1)
  })

  test('sends the text as typed, and trims name and image', () => {
    const typed = { text: '  two\n  lines ', username: ' Ann ', image: ' https://pictures.example/a.png ' }
    const sent = { text: '  two\n  lines ', username: 'Ann', image: 'https://pictures.example/a.png' }
    expect(bodyOf(parse(typed).data!)).toEqual(sent)
    expect(bodyOf(parse({}).data!)).toEqual({ text: fields.text })
  })

  test('an image requires a name', () => {
    const image = 'https://pictures.example/a.png'
    expect(problems({ image })).toEqual([expect.stringContaining('image: The chat shows an image only next to a name')])
    expect(problems({ image, username: '  ' })).toHaveLength(1)
    expect(problems({ image, username: 'Ann' })).toEqual([])
  })

  test.each([
    'http://pictures.example/a.png',
    'pictures.example/a.png',
    'ftp://pictures.example/a.png',
    'data:image/png;base64,AAAA',
    'https://',
  ])('%s is not a valid image', (image) => {
    expect(problems({ image, username: 'Ann' })).toEqual(['image: Enter a full address that starts with https://'])
  })

  test('reports all errors at once', () => {
    expect(problems({ text: '', image: 'http://pictures.example/a.png' })).toHaveLength(2)
  })
})

describe('the same text again', () => {
  const now = 1_700_000_000_000

  test('is recognised within two minutes, also after other messages', () => {
    const sent = withSent(withSent([], 'Doors open', now), 'Please be kind', now + 5000)
    expect(secondsSinceLastSent(sent, 'Doors open', now + 61_000)).toBe(61)
    expect(secondsSinceLastSent(sent, ' Doors open\r\n', now + 119_000)).toBe(119)
    expect(secondsSinceLastSent(sent, 'Doors open', now + 120_000)).toBeNull()
    expect(secondsSinceLastSent(sent, 'Doors closed', now + 1000)).toBeNull()
  })

  test('the last time counts, and old entries are dropped', () => {
    const sent = withSent(withSent(withSent([], 'a', now), 'b', now + 60_000), 'b', now + 150_000)
    expect(sent.map(({ text }) => text)).toEqual(['b', 'b'])
    expect(secondsSinceLastSent(sent, 'b', now + 151_000)).toBe(1)
  })

  test('entries from the future are dropped after the clock was set back', () => {
    expect(secondsSinceLastSent(withSent([], 'a', now), 'a', now - 3_600_000)).toBeNull()
  })

  test('is read back from storage; anything invalid is read as empty', () => {
    const sent = withSent([], 'a', now)
    expect(readSent(structuredClone(sent))).toEqual(sent)
    for (const kept of [null, '', 'no list', {}, [1], [{ text: 'a' }]]) expect(readSent(kept)).toEqual([])
  })
})
