import { bannedWords, wordFinder, type BannedWord, type WordHit } from '#contract/word-filter.ts'
import type { IndexedMessage } from './indexed-message.ts'

/** Tests a word filter on the loaded messages, by our model of the matching rule of the service (contract/word-filter.ts). */

export interface WordFilterResult {
  /** The words of the draft, in order; duplicates are listed too. */
  words: WordReport[]
  /** How many messages each filter catches. */
  savedCatches: number
  draftCatches: number
  /** Ids, newest first, of the messages that only the draft catches, and of those that only the saved filter catches. */
  newlyCaught: number[]
  noLongerCaught: number[]
}

export interface WordReport extends BannedWord {
  /** How often the word occurs, and in how many messages. */
  hits: number
  messages: number
  /** The newest hits. */
  examples: HitExample[]
  /** Words that contain it, most frequent first, in lower case. They show what is caught by mistake. */
  insideOf: { word: string; count: number }[]
}

export interface HitExample {
  messageId: number
  before: string
  match: string
  after: string
  /** The whole word around the match; the match itself if no letter is next to it. */
  whole: string
}

/** Examples for one word, and for all words together, so that 5,000 words do not yield millions. Every word keeps at least one. */
const maxExamples = 50
const maxExamplesTotal = 5000
const maxInsideOf = 10
/** UTF-16 units before and after a match. */
const contextLength = 30
/** How far a whole word is looked for before and after a match, in UTF-16 units. */
const maxWordReach = 40

/** @param entries newest first. @param saved, draft `filterWords` of a chat */
export function testWordFilter(entries: readonly IndexedMessage[], saved: string, draft: string): WordFilterResult {
  const findSaved = wordFinder(bannedWords(saved))
  const words = bannedWords(draft)
  const findDraft = wordFinder(words)
  const tallies = words.map((word) => tallyOf(word, Math.max(1, Math.min(maxExamples, Math.floor(maxExamplesTotal / words.length)))))
  const result: WordFilterResult = { words: [], savedCatches: 0, draftCatches: 0, newlyCaught: [], noLongerCaught: [] }
  for (const { id, message } of entries) {
    const hits = findDraft(message.text)
    for (const hit of hits) tallies[hit.index]?.add(id, message.text, hit)
    const isCaughtBySaved = (saved === draft ? hits : findSaved(message.text)).length > 0
    if (isCaughtBySaved) result.savedCatches++
    if (hits.length > 0) result.draftCatches++
    if (hits.length > 0 && !isCaughtBySaved) result.newlyCaught.push(id)
    if (hits.length === 0 && isCaughtBySaved) result.noLongerCaught.push(id)
  }
  return { ...result, words: tallies.map(({ report }) => report()) }
}

function tallyOf({ word, inside }: BannedWord, maxKept: number) {
  let hits = 0
  let messages = 0
  let lastMessage: number | null = null
  const examples: HitExample[] = []
  const insideOf = new Map<string, number>()

  function add(messageId: number, text: string, { from, to }: WordHit) {
    hits++
    if (messageId !== lastMessage) messages++
    lastMessage = messageId
    const match = text.slice(from, to)
    const whole = inside ? wholeWord(text, from, to) : match
    if (whole !== match) insideOf.set(whole.toLowerCase(), (insideOf.get(whole.toLowerCase()) ?? 0) + 1)
    if (examples.length < maxKept) examples.push({ messageId, ...contextOf(text, from, to), match, whole })
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
      .slice(0, maxInsideOf),
  })

  return { add, report }
}

/** A match with the letters next to it. */
function wholeWord(text: string, from: number, to: number): string {
  const before = Array.from(text.slice(Math.max(0, from - maxWordReach), from))
  const start = before.slice(before.findLastIndex((sign) => !/[\p{L}\p{M}\p{N}_]/u.test(sign)) + 1).join('')
  const end = /^[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(to, to + maxWordReach))?.[0] ?? ''
  return start + text.slice(from, to) + end
}

/** The text before and after a match, without split surrogate pairs. */
const contextOf = (text: string, from: number, to: number) => ({
  before: text.slice(Math.max(0, from - contextLength), from).replace(/^[\uDC00-\uDFFF]/, ''),
  after: text.slice(to, to + contextLength).replace(/[\uD800-\uDBFF]$/, ''),
})
