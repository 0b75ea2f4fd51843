import { Worker as Thread } from 'node:worker_threads'
import type { Message } from '#contract/messages.ts'
import { createAnalysis } from '#dashboard/features/messages/analysis/analysis.ts'
import { castOf, chatter } from '#service/demo/conversation.ts'
import { bankOf } from '#service/demo/speech.ts'
import { createRandom } from '#service/demo/random.ts'
import type { SpamWave } from '#service/demo/chat-file.ts'
import { spamMessages } from '#service/demo/special-messages.ts'
import { machine } from './figures.ts'

/**
 * The dashboard's analysis of 100,000 loaded messages, with its worker in a thread: how long indexing and answers take, and for how long the page
 * is blocked meanwhile. Prints figures without a verdict.
 */

const wanted = 100_000
const now = Math.floor(Date.now() / 1000)
const noFilter = { text: '', isRegexp: false, author: null, hasLink: false, repeated: false }

async function main(): Promise<void> {
  const messages = messagesUntil(now)
  const analysis = createAnalysis(() => new ThreadAsWorker())
  // The thread compiles its modules with the first batch.
  await ask(() => analysis.summary())
  const figures: Record<string, { ms: number; 'longest block ms': number }> = {}
  const measure = async <T>(what: string, work: () => Promise<T | null>): Promise<T> => {
    const block = watchBlocks()
    const start = performance.now()
    const answer = await ask(work)
    figures[what] = { ms: rounded(performance.now() - start), 'longest block ms': rounded(block()) }
    return answer
  }

  const first = await measure(`feed ${messages.length}, then summary`, () => {
    analysis.add(messages)
    return analysis.summary()
  })
  await measure('summary', () => analysis.summary())
  const found = await measure('filter by text', () => analysis.filter({ ...noFilter, text: 'STREÄM subtitles' }))
  await measure('filter by two words', () => analysis.filter({ ...noFilter, text: 'the is' }))
  await measure('filter by expression', () => analysis.filter({ ...noFilter, text: String.raw`\b(\w)\1\w+ing\b`, isRegexp: true }))
  await measure('filter for repeated', () => analysis.filter({ ...noFilter, repeated: true }))
  const tested = await measure('word filter of 5,000 words', () => analysis.testWordFilter('', manyWords()))
  await measure('add 500, then filter by text', () => {
    analysis.add(messages.slice(0, 500).map((message, index) => ({ ...message, messageId: wanted * 2 + index })))
    return analysis.filter({ ...noFilter, text: 'ticket' })
  })
  await measure('expression that never ends, then summary', async () => {
    await analysis.filter({ ...noFilter, text: String.raw`(\S+\s?)+#`, isRegexp: true }).catch(() => null)
    return analysis.summary()
  })
  analysis.close()

  console.table(figures)
  for (const { ids, authors, from, to, sample } of first.waves.slice(0, 4))
    console.log(`wave: ${ids.length} messages, ${authors} authors, ${Math.round((to - from) / 60)} min, “${sample}”`)
  console.log(
    `${first.waves.length} waves, ${first.repeatedTotal} repeated, ${first.links} with a link, ${first.authorsTotal} authors, ${first.activity.length} bars`,
  )
  console.log(`${found.length} found by text, ${tested.draftCatches} caught by the word filter`)
  console.log(machine())
}

async function ask<T>(question: () => Promise<T | null>): Promise<T> {
  const answer = await question()
  if (answer === null) throw new Error('A newer question took its place')
  return answer
}

/** A month of conversation in two languages, with spam waves. */
function messagesUntil(end: number): Message[] {
  const random = createRandom(1)
  const month = 30 * 86_400
  const talks = [
    chatter(random, castOf(random, 'en'), bankOf('mainStage', 'en')),
    chatter(random, castOf(random, 'de'), bankOf('nightCafe', 'de')),
  ]
  const spams = waves.flatMap((wave) => spamMessages(random, end, wave))
  const talk = Array.from({ length: wanted - spams.length }, () => {
    const talk = random.pick(talks)
    const { by, text } = talk.next().value
    // Two phrases per text make nearly every text unique, which takes longest.
    const said = random.chance(0.7) ? `${text} ${talk.next().value.text}` : text
    return { time: end - random.int(0, month), user_id: by.id, user_name: by.name, image: by.image, text: said }
  })
  return [...talk, ...spams]
    .toSorted((one, other) => other.time - one.time)
    .map((said, index) => ({
      messageId: wanted - index,
      time: said.time,
      userId: said.user_id,
      userName: said.user_name,
      image: said.image,
      text: said.text,
    }))
}

const waves: SpamWave[] = Array.from({ length: 20 }, (_, index) => ({
  ago: index * 86_400 + 3600,
  minutes: 8,
  authors: { fairy: 40, angel: 30, guest: 10 },
  texts: [
    `🎁 FREE pass number ${'abcdefghijklmnopqrst'[index]}{n}, first 50 only → http://pass-${index}.example/claim?r={n}`,
    `Frее  PASS — first 50 only http://pass-${index}.example/{n}`,
  ],
}))

const manyWords = () =>
  [
    'stream',
    ' art',
    ...Array.from({ length: 5000 }, (_, index) => `${index % 2 ? ' ' : ''}${createRandom(index).int(1e5, 1e9).toString(36)}`),
  ].join(',')

/** Measures until the returned function is called, which returns the longest time in milliseconds for which this thread was blocked. */
function watchBlocks(): () => number {
  let longest = 0
  let last = performance.now()
  const look = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  return () => {
    look()
    clearInterval(timer)
    return longest
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** The worker of the page, in a Node thread with the globals of a browser worker. */
class ThreadAsWorker extends EventTarget {
  readonly #thread: Thread

  constructor() {
    super()
    const entry = new URL('../src/dashboard/features/messages/analysis/analysis-worker.ts', import.meta.url).href
    const code = `
      const { parentPort } = require('node:worker_threads')
      globalThis.self = globalThis
      globalThis.postMessage = (message, { transfer }) => parentPort.postMessage(message, transfer)
      import('tsx/esm/api')
        .then(({ register }) => register())
        .then(() => import(${JSON.stringify(entry)}))
        .then(() => parentPort.on('message', (data) => globalThis.onmessage({ data })))`
    this.#thread = new Thread(code, { eval: true })
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
    this.#thread.on('error', () => this.dispatchEvent(new Event('error')))
  }

  postMessage(message: unknown) {
    this.#thread.postMessage(message)
  }

  terminate() {
    void this.#thread.terminate()
  }
}

await main()
