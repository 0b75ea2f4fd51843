import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createMessageIndex } from './message-index.ts'

/**
 * The analysis decides in the browser what a person is shown, and on the server what a rule acts on. Both must see the same. A digest of all answers about
 * 20,000 messages holds that: it changes only with a deliberate change of the analysis.
 */

const words = [
  'ticket',
  'Bühne',
  'zespół',
  'merhaba',
  'free',
  'encore',
  'später',
  'Ελλάδα',
  'привет',
  '音楽',
  'cheap',
  'p4ss',
  'ℌello',
  'gooool',
  '🎉',
]
const spam = [
  'FREE tickets → https://aurora-pass.example/x{n}',
  'frее tіckets at https://aurora-pass.example/y{n} !!!',
  'Dm me {n} for backstage passes, cheap cheap cheap',
]
const commonplace = ['lol', 'hello', '👏👏', 'thank you', 'GOOOAL!!!', '…']

/** A linear congruential generator: the same numbers everywhere. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function conversation(count: number): Message[] {
  const random = randomNumbers(20)
  const pick = <T>(list: readonly T[]) => list[random(list.length)]!
  let time = 1_700_000_000
  return Array.from({ length: count }, (_, index) => {
    const isWave = index % 2500 > 2300
    time += isWave ? random(3) : random(40)
    const author = random(isWave ? 12 : 400)
    const sentence = Array.from({ length: 2 + random(9) }, () => pick(words)).join(' ')
    const plain =
      random(5) === 0 ? pick(commonplace) : random(20) === 0 ? `${sentence} http://a${random(9)}.example/${random(99)}` : sentence
    return {
      messageId: index + 1,
      time,
      userId: author % 3 === 0 ? null : author,
      image: null,
      userName: `person ${author}`,
      text: isWave ? pick(spam).replace('{n}', String(random(1000))) : plain,
    }
  })
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

test('the answers about 20,000 messages stay what they were', () => {
  const messages = conversation(20_000)
  const index = createMessageIndex()
  index.add(messages)
  const summary = index.summary()
  expect({
    waves: summary.waves.length,
    repeated: summary.repeatedTotal,
    links: summary.links,
    authors: summary.authorsTotal,
  }).toEqual({ waves: 16, repeated: 1592, links: 1834, authors: 400 })
  expect(digest({ ...summary, repeated: [...summary.repeated] })).toBe('1e75d4f64f7e6affbfbc6d61dafab9fa794419c2397f0b7399b6be94c96c6dc8')
  const filters = [
    { text: 'buhne TICKET', isRegexp: false, author: null, hasLink: false, repeated: false },
    { text: String.raw`\bp\dss\b`, isRegexp: true, author: null, hasLink: false, repeated: false },
    { text: '', isRegexp: false, author: ':person 3', hasLink: true, repeated: true },
  ]
  expect(digest(filters.map((filter) => Array.from(index.filter(filter))))).toBe(
    '5bc6b15edad36185c05d9b0d67da6aeba1b8a54b7c35aa52faa9bb2598fca3ba',
  )
  expect(digest(index.testWordFilter('free, tick', ' пpи, encore,goool,später'))).toBe(
    '20de905dabbd341fa701ec9c9e80b5daaff835316f4e580cf13695ae26897f2d',
  )
  const added = messages.slice(-150).map((message, at) => ({ ...message, messageId: 30_000 + at }))
  expect(index.suspects(added)).toBe(150)
})
