import type { Message } from '#contract/messages.ts'
import type { Filter } from './filter.ts'
import type { Command, Kind, Question, Questions, Reply } from './protocol.ts'

/**
 * Asks a worker about the loaded messages, so that the page never stands still. A question that a newer one of its kind overtakes resolves to null,
 * and so does every open question when all messages go.
 */

/** Milliseconds that a regular expression may take: some take longer than anybody lives. */
const mostTime = 2000
/** Copying this many messages to the worker takes the page about a millisecond. */
const atOnce = 500
/** Milliseconds of copying before the page may do something else. */
const slot = 8

type AnyAnswer = Questions[Kind]['answer'] | null

interface Open {
  id: number
  question: Question
  resolve: (answer: AnyAnswer) => void
  reject: (reason: Error) => void
}

type Port = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>

const newWorker = (): Port => new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' })

export function createAnalysis(startWorker = newWorker) {
  /** For another worker, should this one have to be ended. */
  const kept = new Map<number, Message>()
  const open = new Map<Kind, Open>()
  let lastId = 0
  let worker: Port | null = null
  let outbox: Command[] = []
  let sending: ReturnType<typeof setTimeout> | null = null
  let ending: ReturnType<typeof setTimeout> | undefined
  let tooSlow: string | null = null

  function send(...commands: Command[]) {
    outbox.push(...commands)
    if (outbox.length > 0) sending ??= setTimeout(sendSome)
  }

  function sendSome() {
    worker ??= started()
    const until = performance.now() + slot
    for (let next = outbox.shift(); next; next = performance.now() < until ? outbox.shift() : undefined) worker.postMessage(next)
    sending = outbox.length > 0 ? setTimeout(sendSome) : null
  }

  function started(): Port {
    const fresh = startWorker()
    // What a worker posted before its end may arrive after it.
    fresh.addEventListener('message', ({ data }: MessageEvent<Reply>) => fresh === worker && take(data))
    fresh.addEventListener('error', () => fresh === worker && fail())
    return fresh
  }

  function take(reply: Reply) {
    if ('begins' in reply) {
      ending = setTimeout(() => endSlow(reply.id), mostTime)
      return
    }
    clearTimeout(ending)
    const asked = [...open.values()].find(({ id }) => id === reply.id)
    if (!asked) return
    open.delete(asked.question.kind)
    if ('answer' in reply) asked.resolve(reply.answer)
    else asked.reject(new Error(reply.refused))
  }

  /** Nothing but its end stops a worker that searches. The next one is fed anew, and asked what is still open. */
  function endSlow(id: number) {
    stop()
    const asked = open.get('filter')
    if (asked?.id === id && asked.question.kind === 'filter') {
      open.delete('filter')
      tooSlow = asked.question.ask.text
      asked.reject(slowError())
    }
    send(...inSlices([...kept.values()]), ...[...open.values()].map(({ id, question }) => ({ id, question })))
  }

  /** The next command, whenever it comes, starts another worker. */
  function fail() {
    stop()
    outbox = inSlices([...kept.values()])
    const reason = new Error('The loaded messages could not be searched because part of this page failed to load.')
    for (const { reject } of open.values()) reject(reason)
    open.clear()
  }

  function stop() {
    worker?.terminate()
    worker = null
    outbox = []
    clearTimeout(ending)
    clearTimeout(sending ?? undefined)
    sending = null
  }

  function drop(kind: Kind) {
    const asked = open.get(kind)
    if (!asked) return
    open.delete(kind)
    outbox = outbox.filter((command) => !('id' in command) || command.id !== asked.id)
    asked.resolve(null)
  }

  function ask<K extends Kind>(kind: K, about: Questions[K]['ask']): Promise<Questions[K]['answer'] | null> {
    drop(kind)
    // Kind and question belong together by the type of this function, which a union of pairs cannot express.
    const question = { kind, ask: about } as Question
    if (question.kind === 'filter' && question.ask.isRegexp && question.ask.text === tooSlow) return Promise.reject(slowError())
    return new Promise((resolve, reject) => {
      const id = ++lastId
      open.set(kind, { id, question, resolve, reject })
      send({ id, question })
    })
  }

  return {
    /** Messages in any number and order; one that came before is replaced. */
    add: (messages: readonly Message[]): void => {
      for (const message of messages) kept.set(message.messageId, message)
      send(...inSlices(messages))
    },
    remove: (ids: readonly number[]): void => {
      for (const id of ids) kept.delete(id)
      send({ remove: [...ids] })
    },
    /** Forgets all messages: another chat, another range. */
    reset: (): void => {
      kept.clear()
      for (const kind of open.keys()) drop(kind)
      outbox = []
      tooSlow = null
      send({ reset: true })
    },
    /** Ids of the messages found, newest first. Rejects with an Error for people: a wrong regular expression, one that takes too long. */
    filter: (filter: Filter) => ask('filter', filter),
    summary: () => ask('summary', null),
    /** How many of these messages, which are not loaded yet, look like spam. */
    suspects: (messages: readonly Message[]) => ask('suspects', messages),
    /** @param saved, draft `filterWords` of a chat */
    testWordFilter: (saved: string, draft: string) => ask('words', { saved, draft }),
    /** Ends the worker and forgets all messages. More messages start another. */
    close: (): void => {
      kept.clear()
      for (const kind of open.keys()) drop(kind)
      stop()
    },
  }
}

export type Analysis = ReturnType<typeof createAnalysis>

const inSlices = (messages: readonly Message[]): Command[] =>
  Array.from({ length: Math.ceil(messages.length / atOnce) }, (_, index) => ({ add: messages.slice(index * atOnce, (index + 1) * atOnce) }))

const slowError = () => new Error('This expression takes too long. Simplify it, for example with fewer nested repetitions.')
