import { randomUUID } from 'node:crypto'
import { maxMessagePageSize } from '#contract/messages.ts'

/** An answer to a program, or null if the connection broke before one arrived. */
export type Answer = {
  status: number
  retryAfter: string | null
  /** The answer's own id. */
  request: string
  body: Record<string, unknown>
  milliseconds: number
} | null

export type Ask = (method: string, path: string, body?: object) => Promise<Answer>

/** Sends a request to the API as a program does. @param longest timeout in milliseconds, which counts as no answer */
export const asking =
  (address: string, token: string, longest = 60_000): Ask =>
  async (method, path, body) => {
    const begun = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(longest)
    try {
      const answer = await fetch(`${address}${path}`, { method, headers, signal, ...(body && { body: JSON.stringify(body) }) })
      const read = (await answer.json()) as Record<string, unknown>
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        request: answer.headers.get('x-request-id') ?? '',
        body: read,
        milliseconds: performance.now() - begun,
      }
    } catch {
      return null
    }
  }

export async function createChat(ask: Ask): Promise<number> {
  const answer = await ask('POST', '/api/chats', { name: 'Proof' })
  if (answer?.status !== 200) throw new Error(`No chat could be made: ${JSON.stringify(answer)}`)
  return Number(answer.body['chatId'])
}

/** What was sent, and how it was answered. The text of each message identifies it. */
export interface History {
  sent: Set<string>
  acknowledged: Set<string>
  /** The texts of the acknowledged ones by the ids of their answers. */
  requests: Map<string, string>
  /** Every other answer. */
  refused: NonNullable<Answer>[]
}

export const emptyHistory = (): History => ({ sent: new Set(), acknowledged: new Set(), requests: new Map(), refused: [] })

/** Posts one message and records the outcome. */
export async function post(ask: Ask, chatId: number, history: History): Promise<Answer> {
  const text = randomUUID()
  history.sent.add(text)
  const answer = await ask('POST', `/api/chats/${chatId}/messages`, { text })
  if (answer?.status === 200 && answer.body['status'] === true) {
    history.acknowledged.add(text)
    history.requests.set(answer.request, text)
  } else if (answer) history.refused.push(answer)
  return answer
}

/** Runs this many writers at once, each until `isOver` or until nothing answers. */
export async function postUntil(ask: Ask, chatId: number, history: History, writers: number, isOver: () => boolean): Promise<void> {
  const write = async () => {
    while (!isOver()) if (!(await post(ask, chatId, history))) return
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** Every message's text by its id. Rejects when a page cannot be read. */
export async function messagesIn(ask: Ask, chatId: number): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  let next: unknown
  do {
    const query = new URLSearchParams({ fast: 'true', limit: String(maxMessagePageSize), ...(typeof next === 'string' && { next }) })
    const answer = await ask('GET', `/api/chats/${chatId}/messages?${query}`)
    if (answer?.status !== 200) throw new Error(`The messages cannot be read: ${JSON.stringify(answer)}`)
    // The service validates its own answers against their schemas.
    for (const { messageId, text } of answer.body['data'] as { messageId: number; text: string }[]) found.set(messageId, text)
    next = answer.body['next']
  } while (next !== undefined)
  return found
}

/**
 * What is wrong with what is stored. A message and its number, which the chat counts, are one change: of half a change
 * either the number would be missing among the messages, or the next message could not be stored.
 */
export function compare({ sent, acknowledged }: Pick<History, 'sent' | 'acknowledged'>, stored: ReadonlyMap<number, string>) {
  const texts = new Set(stored.values())
  return {
    lost: [...acknowledged].filter((text) => !texts.has(text)).length,
    half: Math.max(0, ...stored.keys()) - stored.size,
    strange: [...texts].filter((text) => !sent.has(text)).length + (stored.size - texts.size),
  }
}
