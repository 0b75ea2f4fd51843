import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrases, createSpeech, type Bank } from './speech.ts'
import { createRandom } from './random.ts'

const banks: [name: string, bank: Bank][] = Object.entries(phrases).flatMap(([chat, byLanguage]) =>
  Object.entries(byLanguage).map(([language, bank]): [string, Bank] => [`${chat} ${language}`, bank]),
)
const people = { opener: { name: 'Ama Serwaa' }, answerer: { name: 'Bo' }, other: { name: 'Cem' }, host: { name: 'Host' } }

/** Every line of a topic, filled once. */
function allExchanges(bank: Bank, topic: string, seed = 1) {
  const speech = createSpeech(bank, createRandom(seed))
  const count = bank.topics[topic]?.length ?? 0
  return Array.from({ length: count }, () => speech.exchange(topic, people))
}

describe.each(banks)('the bank %s', (_, bank) => {
  test.each(Object.keys(bank.topics))('fills every line of %s', (topic) => {
    const exchanges = allExchanges(bank, topic)
    expect(exchanges.length).toBeGreaterThan(0)
    for (const { text } of exchanges.flat()) {
      expect(text).not.toMatch(/[{}|]| \/\/ |^[#>]/)
      expect(text).toMatch(/\S/)
      expect(text).toBe(text.trim())
    }
  })
})

describe('an exchange', () => {
  const bank: Bank = {
    slots: { pet: 'cat|dog|hen' },
    topics: { one: ['Is the {pet} well? // The {pet} is, {@}. The {pet2} is not // # Bring it // > Get well'], two: ['A', 'B', 'C', 'D'] },
  }

  test('alternates between two people, with the host and a third person where marked', () => {
    const turns = createSpeech(bank, createRandom(5)).exchange('one', people)
    expect(turns.map(({ by }) => by.name)).toEqual(['Ama Serwaa', 'Bo', 'Host', 'Cem'])
    expect(turns[1]?.text).toContain('Ama.')
  })

  test('keeps the value of a slot and never gives two slots the same one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [first, second] = createSpeech(bank, createRandom(seed)).exchange('one', people)
        const pet = /the (\w+) well/i.exec(first?.text ?? '')?.[1]
        const [, same, different] = /the (\w+) is, .* the (\w+) is not/i.exec(second?.text ?? '') ?? []
        expect(same).toBe(pet)
        expect(different).not.toBe(pet)
      }),
    )
  })

  test('uses every line before it repeats one', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const said = allExchanges(bank, 'two', seed)
          .flat()
          .map(({ text }) => text.toUpperCase())
        expect(said.toSorted()).toEqual(['A', 'B', 'C', 'D'])
      }),
    )
  })

  test('of an unknown topic or slot is an error', () => {
    expect(() => createSpeech(bank, createRandom(1)).exchange('three', people)).toThrow(RangeError)
    expect(() => createSpeech({ slots: {}, topics: { one: ['{pet}'] } }, createRandom(1)).exchange('one', people)).toThrow(RangeError)
  })
})
