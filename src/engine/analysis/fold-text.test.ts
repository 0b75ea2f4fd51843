import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from './normal-form.ts'

describe('folding', () => {
  test.each([
    ['Café', 'CAFE'],
    ['Łódź', 'lodz'],
    ['Straße', 'STRASSE'],
    ['İstanbul ısı', 'istanbul isi'],
    ['ΟΔΥΣΣΕΎΣ', 'οδυσσευς'],
    ['Ellen Sørlie', 'ellen sorlie'],
    ['Œuvre Æther', 'oeuvre aether'],
    ['Đức Ðað Ħeŧ', 'duc dad het'],
    ['Nguyễn Thảo', 'nguyen thao'],
    ['ＦＲＥＥ', 'free'],
    ['𝐅𝐫𝐞𝐞 №1', 'free no1'],
    ['fr\u200Bee\u202E', 'free'],
    ['e\u0301', '\u00E9'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['👩\u200D💻', '👩💻'],
  ])('makes %s and %s equal', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test('keeps letters with different sounds different', () => {
    expect(fold('か')).not.toBe(fold('が'))
    expect(fold('के')).not.toBe(fold('क'))
    expect(fold('한국어')).toBe('한국어')
  })

  test('is idempotent and does not depend on the Unicode form of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
      { numRuns: 2000 },
    )
  })
})
