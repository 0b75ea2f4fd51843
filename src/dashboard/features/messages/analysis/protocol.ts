import type { Message } from '#contract/messages.ts'
import type { MessageSummary } from './message-index.ts'
import type { Filter } from './filter.ts'
import type { WordFilterResult } from './word-filter.ts'

/** What the page and the worker say to each other. */

/** What can be asked, and what comes back. */
export interface Questions {
  filter: { ask: Filter; answer: Float64Array<ArrayBuffer> }
  summary: { ask: null; answer: MessageSummary }
  suspects: { ask: readonly Message[]; answer: number }
  words: { ask: { saved: string; draft: string }; answer: WordFilterResult }
}
export type Kind = keyof Questions
export type Question = { [K in Kind]: { kind: K; ask: Questions[K]['ask'] } }[Kind]

/** To the worker. Commands are carried out in their order. */
export type Command = { add: Message[] } | { remove: number[] } | { reset: true } | { id: number; question: Question }

/** From the worker: that it begins with a regular expression, which may take for ever; an answer; why there is none. */
export type Reply = { id: number } & ({ begins: true } | { answer: Questions[Kind]['answer'] } | { refused: string })
