import { parseAnswer } from '#contract/answer-json.ts'
import { route } from '#contract/api.ts'
import { wireSeconds } from '#contract/values.ts'
import { upstreamUnreachable } from '../refusals.ts'
import { isObject, type UpstreamResponse } from './upstream.ts'

/** Sends a read to the service, at a path of the API. Rejects as requestUpstream does. */
type SendRead = (path: string) => Promise<UpstreamResponse>

/** A read of a chat from a second on to its newest message. */
interface Tail {
  /** Seconds since 1970. */
  from: number
  /** Milliseconds of a clock that nobody can set, as in `Chat`. */
  sentAt: number
  answer: Promise<Answer>
}

interface Answer {
  response: UpstreamResponse
  /** All messages of the range; null where the response is a refusal, has a further page, or is not understood. */
  messages: readonly TimedMessage[] | null
}

interface TimedMessage {
  time: number
  /** As the service sent it. */
  wire: unknown
}

interface Chat {
  tail: Tail | null
  /** The earliest second that was asked for lately. */
  earliest: { from: number; askedAt: number }
  /** What is read from this second or an earlier one does not fit in one answer. */
  tooEarly: number
}

/** A start that nobody asks for any more is forgotten after this time. */
const earliestLastsMs = 10_000
/** Chats that nobody polls any more are forgotten after this time. */
const chatLastsMs = 60_000

export type MessagePolls = ReturnType<typeof createMessagePolls>

export function createMessagePolls(monotonicMs: () => number) {
  const chats = new Map<string, Chat>()
  let sweptAt = monotonicMs()

  function chatOf(key: string, from: number, now: number): Chat {
    if (now - sweptAt > chatLastsMs) {
      for (const [each, { earliest }] of chats) if (now - earliest.askedAt > chatLastsMs) chats.delete(each)
      sweptAt = now
    }
    const chat = chats.get(key) ?? { tail: null, earliest: { from, askedAt: now }, tooEarly: -1 }
    chats.set(key, chat)
    if (from <= chat.earliest.from || now - chat.earliest.askedAt > earliestLastsMs) chat.earliest = { from, askedAt: now }
    return chat
  }

  /** Reads from the earliest second that somebody asked for lately, so that the answer serves them too. */
  async function read(chat: Chat, poll: Poll, send: SendRead, now: number): Promise<UpstreamResponse> {
    const { from: earliest } = chat.earliest
    const from = earliest > chat.tooEarly ? Math.min(poll.from, earliest) : poll.from
    const tail = { from, sentAt: now, answer: send(poll.pathFrom(from)).then(answerOf) }
    chat.tail = tail
    try {
      const answer = await tail.answer
      if (!answer.messages) drop(chat, tail)
      if (!isIncomplete(answer)) return responseFor(poll, answer)
      chat.tooEarly = Math.max(chat.tooEarly, from)
      return from === poll.from ? answer.response : await send(poll.pathFrom(poll.from))
    } catch (error) {
      drop(chat, tail)
      throw error
    }
  }

  return {
    /**
     * Answers a poll for new messages from a read of the same chat with the same token that was sent at most `maxAgeSeconds` ago, or is sent now and
     * shared by everybody who polls the chat meanwhile. Tokens do not share: a remote service may limit what each of them reads. A request that is not
     * a poll is sent as it is. Rejects as `send` does.
     */
    poll: async (
      { token, path, maxAgeSeconds }: { token: string; path: string; maxAgeSeconds: number },
      send: SendRead,
    ): Promise<UpstreamResponse> => {
      const poll = pollIn(path)
      if (!poll) return send(path)
      const now = monotonicMs()
      const chat = chatOf(`${poll.chat} ${token}`, poll.from, now)
      const { tail } = chat
      if (!tail || tail.from > poll.from || now - tail.sentAt > maxAgeSeconds * 1000) return read(chat, poll, send, now)
      const answer = await tail.answer
      return isIncomplete(answer) ? send(path) : responseFor(poll, answer)
    },
  }
}

/** Whoever waits for a read that fails gets its failure; the next poll is sent again. */
function drop(chat: Chat, tail: Tail) {
  if (chat.tail === tail) chat.tail = null
}

interface Poll {
  chat: string
  from: number
  /** The path of the same read from another second on. */
  pathFrom: (seconds: number) => string
}

/** null: it reads anything else than messages from a second on to the newest. */
function pollIn(path: string): Poll | null {
  const { pathname, searchParams } = new URL(path, 'http://service.invalid')
  const found = route('GET', pathname, searchParams)
  if (found.kind !== 'endpoint' || found.name !== 'messageList') return null
  if (!searchParams.has('from') || searchParams.has('to') || searchParams.has('next')) return null
  const pathFrom = (seconds: number) => {
    const query = new URLSearchParams(searchParams)
    query.set('from', String(seconds))
    return `${pathname}?${query.toString()}`
  }
  return { chat: pathname, from: Number(searchParams.get('from')), pathFrom }
}

async function answerOf({ stream, ...received }: UpstreamResponse): Promise<Answer> {
  const response = { ...received, stream: null, ...(stream && (await wholeBody(stream))) }
  return { response, messages: messagesIn(response) }
}

/** Our own service streams what is longer than a hundred messages. */
async function wholeBody(stream: ReadableStream<Uint8Array>): Promise<Pick<UpstreamResponse, 'text' | 'json'>> {
  try {
    const text = await new Response(stream).text()
    const json = parseAnswer(text)
    if (isObject(json)) return { text, json }
  } catch {
    // Thrown below.
  }
  // It failed before its end.
  throw upstreamUnreachable()
}

function messagesIn({ status, json }: UpstreamResponse): TimedMessage[] | null {
  const { data } = json
  if (status !== 200 || json['status'] !== true || !Array.isArray(data) || hasFurtherPage(json)) return null
  const messages: TimedMessage[] = []
  for (const wire of data) {
    const time = isObject(wire) ? wireSeconds.safeParse(wire['time']).data : undefined
    if (time === undefined) return null
    messages.push({ time, wire })
  }
  return messages
}

const hasFurtherPage = ({ next }: Record<string, unknown>) => next !== undefined && next !== ''

const isIncomplete = ({ response: { status, json }, messages }: Answer) =>
  messages === null && status === 200 && Array.isArray(json['data'])

/** The part of an answer that a poll asked for. A refusal is one for everybody who shares the token. */
function responseFor({ from }: Poll, { response, messages }: Answer): UpstreamResponse {
  if (!messages) return response
  const data = messages.filter(({ time }) => time >= from).map(({ wire }) => wire)
  const json = { status: true, count: data.length, data }
  const headers = new Headers(response.headers)
  // It is the tag of the whole.
  headers.delete('etag')
  return { ...response, json, text: JSON.stringify(json), headers }
}
