import type { Message } from '#contract/messages.ts'
import type { MessageSummary } from '#engine/analysis/message-index.ts'
import type { MessageFilter } from '#engine/analysis/filter.ts'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'

/** The messages between the page and the analysis worker. */

/** Each kind of question with its input and its answer. */
export interface Questions {
  filter: { input: MessageFilter; answer: Float64Array<ArrayBuffer> }
  summary: { input: null; answer: MessageSummary }
  suspects: { input: readonly Message[]; answer: number }
  words: { input: { saved: string; draft: string }; answer: WordFilterResult }
}
export type QuestionKind = keyof Questions
export type Question = { [K in QuestionKind]: { kind: K; input: Questions[K]['input'] } }[QuestionKind]

/** From the page to the worker, which executes commands in order. */
export type WorkerCommand = { add: Message[] } | { remove: number[] } | { reset: true } | { id: number; question: Question }

/** From the worker to the page. `started` is sent before a regular expression runs, because it may never finish. */
export type WorkerReply = { id: number } & ({ started: true } | { answer: Questions[QuestionKind]['answer'] } | { error: string })
