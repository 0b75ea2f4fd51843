import type { Worker } from 'node:worker_threads'
import type { Message } from '#contract/messages.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { RuleFault } from '#engine/analysis/rules/message-conditions.ts'
import type { Explanation } from '#engine/analysis/rules/explain-match.ts'

/**
 * What compiles rules and compares messages with them, apart from the thread that answers requests. It holds no more than data that
 * can be given to it again.
 */

export interface Matching {
  /** The faults of a rule without its lists, and the instructions of its expressions together. Rejects with a RuleBroke or a MatchingEnded. */
  check: (rule: Rule) => Promise<Checked>
  /** The rules of an account. */
  open: () => AccountMatching
  close: () => Promise<void>
}

/** All of it rejects with a RuleBroke, or with a MatchingEnded once what was given is lost: then the account has to be opened again. */
export interface AccountMatching {
  ask: <R extends AccountRequest>(request: R) => Promise<Answers[R['kind']]>
  close: () => void
}

export interface Checked {
  faults: RuleFault[]
  size: number
}

/** A message for the rules of its chat. `isFirst`: the first one of its author. `isNew`: not read before this process started. */
interface MessageToMatch {
  message: Message
  isFirst: boolean
  isNew: boolean
}

/** That begins with a message. */
export interface Wave {
  sample: string
  count: number
}

export interface Found {
  /** With the key of the rule. If a rule counts messages, earlier messages may be among them. */
  matches: ({ key: string; message: Message } & Explanation)[]
  waves: Wave[]
}

export type AccountRequest =
  /** Words of a shared list, as the JSON of its record. */
  | { kind: 'list'; id: string; json: string }
  /** Compiles a rule. A changed rule, or one whose lists changed, has another key. */
  | { kind: 'rule'; key: string; rule: Rule }
  /** Forgets all other rules, lists and chats. */
  | { kind: 'keep'; keys: readonly string[]; listIds: readonly string[]; chatIds: readonly number[] }
  /** Messages of a chat in the order of their time. Rules that watched it before keep their counts. */
  | { kind: 'read'; chatId: number; keys: readonly string[]; messages: readonly MessageToMatch[] }

export type MatchingRequest = (AccountRequest & { account: number }) | { kind: 'close'; account: number } | { kind: 'check'; rule: Rule }

/** `rule`: its faults and size. */
export interface Answers {
  list: null
  rule: Checked
  keep: null
  read: Found
  close: null
  check: Checked
}

/** A rule ended the thread, or took too long. */
export class RuleBroke extends Error {
  override name = 'RuleBroke'
  readonly reason: 'memory' | 'time'
  /** null: it is not known which one. */
  readonly key: string | null

  constructor(reason: 'memory' | 'time', key: string | null) {
    super(`A rule exceeded its ${reason}.`)
    this.reason = reason
    this.key = key
  }
}

/** The thread was started again, because of a rule of another account. */
export class MatchingEnded extends Error {
  override name = 'MatchingEnded'
}

/** The work of a request is limited (work/ask-thread.ts); one that takes this long has gone wrong. */
const maxRequestMs = 20_000

export interface ThreadData {
  /** One number: the position of the rule that is at work, among the keys of the request; -1: none. */
  atWork: Int32Array
}

/** What the thread answers to a request. */
export type ThreadAnswer = { answer: Answers[keyof Answers] } | { error: string }

interface Options {
  start: (data: ThreadData) => Worker
  maxMs?: number
}

/** The one thread that compiles rules and compares messages with them. It is started on demand, and again if a rule ends it. */
export function matchingThread({ start, maxMs = maxRequestMs }: Options): Matching {
  const queue = createMatchingQueue()
  let thread: { worker: Worker; atWork: Int32Array } | null = null
  let current: { waiting: Waiting; timer: NodeJS.Timeout } | null = null
  /** Counts the threads: what an earlier one was given is lost. */
  let generation = 0
  let isClosed = false

  function startThread() {
    const atWork = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
    const worker = start({ atWork })
    const own = { worker, atWork }
    // The server ends without it.
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => {
      if (thread === own) settle(answer)
    })
    worker.on('error', (error) => {
      if (thread === own) end(isOutOfMemory(error) ? 'memory' : error)
    })
    return own
  }

  function run() {
    if (current || isClosed) return
    const waiting = queue.next()
    if (!waiting) return
    thread ??= startThread()
    thread.atWork[0] = -1
    current = { waiting, timer: setTimeout(() => end('time'), maxMs).unref() }
    thread.worker.postMessage(waiting.request)
  }

  function settle(answer: ThreadAnswer) {
    if (!current) return
    const { waiting, timer } = current
    clearTimeout(timer)
    current = null
    if ('error' in answer) waiting.reject(new Error(answer.error))
    else waiting.resolve(answer.answer)
    run()
  }

  /** Ends the thread. The request at work is to blame; the others have lost what they need. */
  function end(reason: 'memory' | 'time' | Error) {
    const [ended, broken] = [thread, current]
    thread = null
    current = null
    generation++
    // It opens no database: a thread that holds one must not be ended in the middle of a call (libsql ends the process).
    void ended?.worker.terminate()
    if (broken) {
      clearTimeout(broken.timer)
      const key = ended ? keyAtWork(broken.waiting.request, ended.atWork[0] ?? -1) : null
      broken.waiting.reject(typeof reason === 'string' ? new RuleBroke(reason, key) : reason)
    }
    for (const { reject } of queue.takeOfAccounts()) reject(new MatchingEnded('The thread of the rules has ended.'))
    run()
  }

  const send = <R extends MatchingRequest>(request: R): Promise<Answers[R['kind']]> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new MatchingEnded('The gateway stops.'))
      // The host answers each kind of request with its kind of answer.
      queue.add({ request, resolve: resolve as Waiting['resolve'], reject })
      run()
    })

  return {
    ...matchingOver(send, () => generation),
    close: async () => {
      isClosed = true
      end(new MatchingEnded('The gateway stops.'))
    },
  }
}

type Send = <R extends MatchingRequest>(request: R) => Promise<Answers[R['kind']]>

let lastAccount = 0

export function matchingOver(send: Send, generation: () => number): Omit<Matching, 'close'> {
  return {
    check: (rule) => send({ kind: 'check', rule }),
    open: () => {
      const account = ++lastAccount
      const opened = generation()
      return {
        ask: async <R extends AccountRequest>(request: R) => {
          if (generation() !== opened) throw new MatchingEnded('The thread of the rules was started again.')
          return (await send({ ...request, account })) as Answers[R['kind']]
        },
        close: () => {
          if (generation() === opened) send({ kind: 'close', account }).catch(() => {})
        },
      }
    },
  }
}

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function keyAtWork(request: MatchingRequest, index: number): string | null {
  if (request.kind === 'rule') return request.key
  return request.kind === 'read' ? (request.keys[index] ?? null) : null
}

interface Waiting {
  request: MatchingRequest
  resolve: (answer: Answers[keyof Answers]) => void
  reject: (error: Error) => void
}

/** Of requests that belong to no account. */
const noAccount = 0

const accountOf = ({ request }: Waiting) => ('account' in request ? request.account : noAccount)

/** The requests to the thread: one at a time, of each account in turn, so that an account with much to do does not keep others waiting. */
function createMatchingQueue() {
  /** The account whose turn it is comes first. */
  const queues = new Map<number, Waiting[]>()

  return {
    add: (waiting: Waiting) => {
      const account = accountOf(waiting)
      const queue = queues.get(account)
      if (queue) queue.push(waiting)
      else queues.set(account, [waiting])
    },
    next: (): Waiting | undefined => {
      for (const [account, queue] of queues) {
        queues.delete(account)
        const waiting = queue.shift()
        if (queue.length > 0) queues.set(account, queue)
        return waiting
      }
      return undefined
    },
    /** Removes all requests that belong to an account. */
    takeOfAccounts: (): Waiting[] => {
      const taken = [...queues].flatMap(([account, queue]) => (account === noAccount ? [] : queue))
      for (const account of queues.keys()) if (account !== noAccount) queues.delete(account)
      return taken
    },
  }
}
