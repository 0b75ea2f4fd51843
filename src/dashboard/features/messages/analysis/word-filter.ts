import { bannedWords, wordFinder, type BannedWord, type WordHit } from '#contract/word-filter.ts'
import type { IndexedMessage } from './indexed-message.ts'

/** What a word filter would find in the messages that are loaded, by our model of its rule (contract/word-filter.ts). */

export interface WordFilterResult {
  /** The words of the draft in their order; some may stand there twice. */
  words: WordReport[]
  /** How many messages the saved filter and the draft catch. */
  savedCatches: number
  draftCatches: number
  /** Ids, newest first: caught by the draft alone, by the saved filter alone. */
  newlyCaught: number[]
  noLongerCaught: number[]
}

export interface WordReport extends BannedWord {
  /** How often it occurs, and in how many messages. */
  hits: number
  messages: number
  /** The newest hits. */
  examples: Example[]
  /** Words that it was found inside of, the most frequent first, in lower case: what it catches by mistake shows here. */
  insideOf: { word: string; count: number }[]
}

export interface Example {
  messageId: number
  before: string
  match: string
  after: string
  /** The whole word around the match; the match itself where no letter touches it. */
  whole: string
}

/** Of one word; and of all words together, so that 5,000 words do not make an answer of millions. Every word keeps at least one. */
const mostExamples = 50
const mostExamplesInAll = 5000
const mostInsideOf = 10
/** UTF-16 units before and behind a match. */
const contextLength = 30
/** Nothing that is longer is one word that somebody could read. */
const wholeWordReach = 40

/** @param entries newest first. @param saved, draft `filterWords` of a chat */
export function testWordFilter(entries: readonly IndexedMessage[], saved: string, draft: string): WordFilterResult {
  const findSaved = wordFinder(bannedWords(saved))
  const words = bannedWords(draft)
  const findDraft = wordFinder(words)
  const tallies = words.map((word) => tallyOf(word, Math.max(1, Math.min(mostExamples, Math.floor(mostExamplesInAll / words.length)))))
  const result: WordFilterResult = { words: [], savedCatches: 0, draftCatches: 0, newlyCaught: [], noLongerCaught: [] }
  for (const { id, message } of entries) {
    const hits = findDraft(message.text)
    for (const hit of hits) tallies[hit.index]?.add(id, message.text, hit)
    const bySaved = (saved === draft ? hits : findSaved(message.text)).length > 0
    if (bySaved) result.savedCatches++
    if (hits.length > 0) result.draftCatches++
    if (hits.length > 0 && !bySaved) result.newlyCaught.push(id)
    if (hits.length === 0 && bySaved) result.noLongerCaught.push(id)
  }
  return { ...result, words: tallies.map(({ report }) => report()) }
}

function tallyOf({ word, inside }: BannedWord, keep: number) {
  let hits = 0
  let messages = 0
  let lastMessage: number | null = null
  const examples: Example[] = []
  const insideOf = new Map<string, number>()

  function add(messageId: number, text: string, { from, to }: WordHit) {
    hits++
    if (messageId !== lastMessage) messages++
    lastMessage = messageId
    const match = text.slice(from, to)
    const whole = inside ? wholeWord(text, from, to) : match
    if (whole !== match) insideOf.set(whole.toLowerCase(), (insideOf.get(whole.toLowerCase()) ?? 0) + 1)
    if (examples.length < keep) examples.push({ messageId, ...around(text, from, to), match, whole })
  }

  const report = (): WordReport => ({
    word,
    inside,
    hits,
    messages,
    examples,
    insideOf: [...insideOf]
      .map(([whole, count]) => ({ word: whole, count }))
      .toSorted((one, other) => other.count - one.count)
      .slice(0, mostInsideOf),
  })

  return { add, report }
}

/** The letters that touch a match, with it. */
function wholeWord(text: string, from: number, to: number): string {
  const before = Array.from(text.slice(Math.max(0, from - wholeWordReach), from))
  const start = before.slice(before.findLastIndex((sign) => !/[\p{L}\p{M}\p{N}_]/u.test(sign)) + 1).join('')
  const end = /^[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(to, to + wholeWordReach))?.[0] ?? ''
  return start + text.slice(from, to) + end
}

/** The text near a match, never beginning or ending with half a character. */
const around = (text: string, from: number, to: number) => ({
  before: text.slice(Math.max(0, from - contextLength), from).replace(/^[\uDC00-\uDFFF]/, ''),
  after: text.slice(to, to + contextLength).replace(/[\uD800-\uDBFF]$/, ''),
})
