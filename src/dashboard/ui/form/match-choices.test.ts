import { expect, test } from 'vitest'
import { choicesIn, matchChoices } from './SearchSelect.tsx'

const choices = (...labels: string[]) => labels.map((label) => ({ value: label, label }))
const found = (labels: string[], typed: string, limit?: number) =>
  choicesIn(matchChoices(choices(...labels), typed, limit)).map(({ label }) => label)

test('what begins with the typed text is listed before words that do, and those before the rest', () => {
  const countries = ['French Polynesia', 'Metropolis', 'New Poland', 'Poland']
  expect(found(countries, 'pol')).toEqual(['Poland', 'French Polynesia', 'New Poland', 'Metropolis'])
  expect(found(countries, 'Pola')).toEqual(['Poland', 'New Poland'])
})

test('case, accents and spaces around do not matter; nothing typed lists everything in its order', () => {
  expect(found(['Åland', 'Türkiye', 'Côte d’Ivoire'], ' TURK ')).toEqual(['Türkiye'])
  expect(found(['b', 'a'], ' ')).toEqual(['b', 'a'])
})

test('a group without a match is left out, and the limit holds over all groups', () => {
  const data = [...choices('Ding once'), { group: 'Known', items: choices('Ding', 'Dingo') }, { group: 'Others', items: choices('Bell') }]
  expect(matchChoices(data, 'ding', 2)).toEqual([...choices('Ding once'), { group: 'Known', items: choices('Ding') }])
  expect(choicesIn(matchChoices(data, 'zz'))).toEqual([])
})
