import { api } from '#contract/api.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'
import { pageReads, type PageData } from '#contract/page-data.ts'
import type { Session } from '#contract/session.ts'
import { chatParams, refusal } from '#contract/values.ts'
import { Refusal } from '#http/refusal.ts'
import { mayCall } from '../forward/rights.ts'
import type { CallService } from '../forward/service-calls.ts'
import type { RequestContext } from '../server/request-context.ts'
import { readCookie } from '../session/cookie.ts'
import type { SessionDescriber } from '../session/describe-session.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { ActiveSession } from '../session/sessions.ts'

/** The HTML waits no longer than this for its data. */
const defaultMaxWaitMs = 300
/** A longer answer is left out, so that the page is not late because of one list. In UTF-16 units. */
const maxAnswerLength = 256 * 1024

export interface PageDataOptions extends Pick<SessionRouteOptions, 'sessions'>, Pick<SessionDescriber, 'describeSession'> {
  callService: CallService
  maxWaitMs?: number | undefined
}

interface Found {
  session: Session | null
  /** JSON. */
  answers: string[]
}

type Read = ReturnType<(typeof pageReads)[keyof typeof pageReads]>

/**
 * Returns a function that collects the session and the data of a page for its HTML, as JSON for a script element. It resolves to null if there is no
 * session. What fails, is refused, is too long or late is left out: the page then requests it itself and shows any error.
 * @param catalogue the file beside the page as JSON, null if there is none
 */
export function pageDataReader(
  { sessions, describeSession, callService, maxWaitMs = defaultMaxWaitMs }: PageDataOptions,
  catalogue: string | null,
) {
  return async (c: RequestContext, data: readonly PageData[]): Promise<string | null> => {
    const found: Found = { session: null, answers: [] }
    await within(maxWaitMs, collect(c, data, found))
    if (!found.session) return null
    const file = catalogue !== null && data.includes('catalogue') ? `,"catalogue":${catalogue}` : ''
    return escaped(`{"session":${JSON.stringify(found.session)}${file},"answers":[${found.answers.join()}]}`)
  }

  async function collect(c: RequestContext, data: readonly PageData[], found: Found) {
    const session = await sessions.find(readCookie(c), true)
    if (!session) return
    found.session = await describeSession(c, session)
    if (session.member?.mustRegisterPasskey) return
    const readOne = async (read: Read) => {
      const answer = await answerTo(c, session, read)
      if (answer !== null) found.answers.push(answer)
    }
    const onError = (error: unknown) => {
      // The session has ended with this read.
      if (error instanceof Refusal && error.code === 'token_refused') found.session = null
    }
    const names = data.filter((name) => name !== 'messages' || readsAllMessages(c, found.session))
    await Promise.all(readsOf(c, names).map((read) => readOne(read).catch(onError)))
  }

  async function answerTo(c: RequestContext, session: ActiveSession, [name, input]: Read): Promise<string | null> {
    const { method, path }: Endpoint = api[name]
    const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
    if (!mayCall(session.member, name, params)) return null
    // Messages are as many as one page holds. Any other list can be of any length, and reading part of it would be in vain.
    const maxListBytes = name === 'messageList' ? maxAnswerLength : 0
    const call = { name, method, path: fillPath(path, params) + fillQuery(query), maxListBytes }
    const { status, text, json, etag } = await callService(c, session, call)
    const isUsable = status === 200 && text !== '' && text.length <= maxAnswerLength && refusal.safeParse(json).data?.status !== false
    if (!isUsable) return null
    return `{"name":"${name}","input":${JSON.stringify(input)},"etag":${JSON.stringify(etag)},"answer":${text}}`
  }
}

/** Whether the page starts with all messages of our own service. A time range in its URL, or what it knows of a remote service, changes this read, so the page sends it. */
const readsAllMessages = (c: RequestContext, session: Session | null) =>
  session?.service.kind === 'bundled' && new URL(c.req.url).search === ''

/** Each read once: two names can stand for the same one. */
function readsOf(c: RequestContext, data: readonly PageData[]): Read[] {
  const chat = chatParams.safeParse({ chatId: c.req.param('chatId') })
  const reads = data.flatMap((name) => (name === 'catalogue' ? [] : [pageReads[name](chat.data?.chatId ?? 0)]))
  const possible = reads.filter(([name]) => chat.success || !('params' in api[name]))
  return [...new Map(possible.map((read) => [read[0], read])).values()]
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  // Whatever fails here fails again, and is logged, when the page asks.
  await Promise.race([work.catch(() => {}), timeout])
  clearTimeout(timer)
}

/** In valid JSON these characters occur in strings only. Unescaped, `</script>` or `<!--` would end or change the script element. */
const escaped = (json: string) =>
  json.replaceAll(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
