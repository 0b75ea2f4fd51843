import type { Message } from '#contract/messages.ts'
import type { MessageFilter, MessageSummary } from '#engine/analysis/message-index.ts'
import type { WordFilterResult } from '#engine/analysis/word-filter.ts'

/**
 * Asks a worker about the loaded messages, so that the page stays responsive. A question resolves to null when a newer one of its kind replaces it, and
 * when the analysis is closed.
 */

/** A regular expression is stopped after this time: backtracking can take exponential time. */
const maxExpressionTimeMs = 2000
/** Posting this many messages to the worker blocks the page for about a millisecond. */
const batchSize = 500
/** Posting yields to the page after this time. */
const maxSliceMs = 8

export interface Questions {
  filter: { input: MessageFilter; answer: Float64Array<ArrayBuffer> }
  summary: { input: null; answer: MessageSummary }
  suspects: { input: readonly Message[]; answer: number }
  words: { input: { saved: string; draft: string }; answer: WordFilterResult }
}
export type QuestionKind = keyof Questions
export type Question = { [K in QuestionKind]: { kind: K; input: Questions[K]['input'] } }[QuestionKind]

/** From the page to the worker, which executes commands in order. */
export type WorkerCommand = { add: Message[] } | { remove: number[] } | { id: number; question: Question }

/** From the worker to the page. `started` is sent before a regular expression runs, because it may never finish. */
export type WorkerReply = { id: number } & ({ started: true } | { answer: Questions[QuestionKind]['answer'] } | { error: string })

type AnyAnswer = Questions[QuestionKind]['answer'] | null

interface PendingQuestion {
  id: number
  question: Question
  resolve: (answer: AnyAnswer) => void
  reject: (reason: Error) => void
}

type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const startAnalysisWorker = (): WorkerPort => new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' })

export function createAnalysis(startWorker = startAnalysisWorker) {
  /** Kept to feed another worker if this one has to be terminated. */
  const messagesById = new Map<number, Message>()
  const pending = new Map<QuestionKind, PendingQuestion>()
  let lastId = 0
  let worker: WorkerPort | null = null
  let outbox: WorkerCommand[] = []
  let sendTimer: ReturnType<typeof setTimeout> | null = null
  let expressionTimer: ReturnType<typeof setTimeout> | undefined
  let slowExpression: string | null = null

  function enqueue(...commands: WorkerCommand[]) {
    outbox.push(...commands)
    if (outbox.length > 0) sendTimer ??= setTimeout(sendSome)
  }

  function sendSome() {
    worker ??= startListening()
    const until = performance.now() + maxSliceMs
    for (let next = outbox.shift(); next; next = performance.now() < until ? outbox.shift() : undefined) worker.postMessage(next)
    sendTimer = outbox.length > 0 ? setTimeout(sendSome) : null
  }

  function startListening(): WorkerPort {
    const newWorker = startWorker()
    // Messages of a terminated worker may still arrive.
    newWorker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => newWorker === worker && onReply(data))
    newWorker.addEventListener('error', () => newWorker === worker && fail())
    return newWorker
  }

  function onReply(reply: WorkerReply) {
    if ('started' in reply) {
      expressionTimer = setTimeout(() => stopSlowExpression(reply.id), maxExpressionTimeMs)
      return
    }
    clearTimeout(expressionTimer)
    const pendingQuestion = [...pending.values()].find(({ id }) => id === reply.id)
    if (!pendingQuestion) return
    pending.delete(pendingQuestion.question.kind)
    if ('answer' in reply) pendingQuestion.resolve(reply.answer)
    else pendingQuestion.reject(new Error(reply.error))
  }

  /** A running regular expression stops only when its worker is terminated. The next worker gets all messages and the pending questions. */
  function stopSlowExpression(id: number) {
    stop()
    const pendingQuestion = pending.get('filter')
    if (pendingQuestion?.id === id && pendingQuestion.question.kind === 'filter') {
      pending.delete('filter')
      slowExpression = pendingQuestion.question.input.text
      pendingQuestion.reject(slowError())
    }
    enqueue(...inBatches([...messagesById.values()]), ...[...pending.values()].map(({ id, question }) => ({ id, question })))
  }

  /** Rejects all pending questions. The next command starts another worker. */
  function fail() {
    stop()
    outbox = inBatches([...messagesById.values()])
    const reason = new Error('The loaded messages could not be searched because part of this page failed to load.')
    for (const { reject } of pending.values()) reject(reason)
    pending.clear()
  }

  function stop() {
    worker?.terminate()
    worker = null
    outbox = []
    clearTimeout(expressionTimer)
    clearTimeout(sendTimer ?? undefined)
    sendTimer = null
  }

  function cancel(kind: QuestionKind) {
    const pendingQuestion = pending.get(kind)
    if (!pendingQuestion) return
    pending.delete(kind)
    outbox = outbox.filter((command) => !('id' in command) || command.id !== pendingQuestion.id)
    pendingQuestion.resolve(null)
  }

  function ask<K extends QuestionKind>(kind: K, input: Questions[K]['input']): Promise<Questions[K]['answer'] | null> {
    cancel(kind)
    // The signature ties the input to its kind, which TypeScript cannot carry over to the union.
    const question = { kind, input } as Question
    if (question.kind === 'filter' && question.input.isRegexp && question.input.text === slowExpression) return Promise.reject(slowError())
    return new Promise((resolve, reject) => {
      const id = ++lastId
      pending.set(kind, { id, question, resolve, reject })
      enqueue({ id, question })
    })
  }

  return {
    /** Adds messages in any number and order. A message with a known id replaces the earlier one. */
    add: (messages: readonly Message[]): void => {
      for (const message of messages) messagesById.set(message.messageId, message)
      enqueue(...inBatches(messages))
    },
    remove: (ids: readonly number[]): void => {
      for (const id of ids) messagesById.delete(id)
      enqueue({ remove: [...ids] })
    },
    /** Ids of the matching messages, newest first. Rejects with an Error to show if the regular expression is invalid or takes too long. */
    filter: (filter: MessageFilter) => ask('filter', filter),
    summary: () => ask('summary', null),
    /** How many of these new messages look like spam. */
    suspects: (messages: readonly Message[]) => ask('suspects', messages),
    /** @param saved, draft `filterWords` of a chat */
    testWordFilter: (saved: string, draft: string) => ask('words', { saved, draft }),
    /** Terminates the worker and forgets all messages. Adding messages starts another worker. */
    close: (): void => {
      messagesById.clear()
      for (const kind of pending.keys()) cancel(kind)
      stop()
    },
  }
}

export type Analysis = ReturnType<typeof createAnalysis>

const inBatches = (messages: readonly Message[]): WorkerCommand[] =>
  Array.from({ length: Math.ceil(messages.length / batchSize) }, (_, index) => ({
    add: messages.slice(index * batchSize, (index + 1) * batchSize),
  }))

const slowError = () => new Error('This expression takes too long. Simplify it, for example with fewer nested repetitions.')
