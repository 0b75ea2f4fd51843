import type { BrowserContext, Page, Request } from '@playwright/test'
import type { ApiName } from '#contract/api.ts'
import { gatewayPaths } from '#contract/session.ts'
import { routeOf } from '../upstreams/faulty-upstream.ts'

/** Compares every request of a browser with what the actions of the user permit. */

/** A request that may be sent. */
export interface Permit {
  name: ApiName
  /** undefined = it belongs to no chat. */
  chatId: number | undefined
  /** How many such requests. */
  times: number
  /** Why such a request is not the permitted one; null = it is. */
  objection?: (body: unknown) => string | null
}

export interface Sent {
  name: ApiName
  chatId: number | undefined
  messageId: number | undefined
  body: unknown
}

/** A resource of the service that is read, and changed by writes: "chatRead 7". */
export type Resource = string

const touched: Partial<Record<ApiName, (chatId: number | undefined) => Resource[]>> = {
  chatCreate: () => ['chatList', 'accountRead'],
  chatUpdate: (chatId) => [`chatRead ${chatId}`, 'chatList'],
  accountUpdate: () => ['accountRead'],
  socialUpdate: () => ['socialRead'],
  messageSend: (chatId) => [`messageList ${chatId}`],
  messageDeleteSome: (chatId) => [`messageList ${chatId}`],
  messageDelete: (chatId) => [`messageList ${chatId}`],
  pollCreate: (chatId) => [`pollList ${chatId}`],
  pollDelete: (chatId) => [`pollList ${chatId}`],
  pollPublish: (chatId) => [`pollList ${chatId}`],
  banCreate: (chatId) => [`banList ${chatId}`],
  banLift: (chatId) => [`banList ${chatId}`],
  banLiftRange: (chatId) => [`banList ${chatId}`],
}

export class Traffic {
  permits: Permit[] = []
  /** Requests that an earlier action permits at any later time. */
  isAskedFor: (sent: Sent) => boolean = () => false
  /** Requests without a permit since the last check. */
  private unasked: string[] = []
  private readonly inFlight = new Map<Page, Set<Request>>()
  /** For each page, when the last successful read began, and whether a later one failed. */
  private readonly reads = new Map<Page, Map<Resource, { at: number; failed: boolean }>>()
  private readonly writes = new Map<Resource, { at: number; by: Page | null }[]>()
  private readonly begun = new WeakMap<Request, number>()
  /** When the last write was answered, in milliseconds. */
  wroteAt = 0

  watch(context: BrowserContext) {
    context.on('request', (request) => this.onRequest(request))
    context.on('requestfinished', (request) => void this.onEnd(request, true))
    context.on('requestfailed', (request) => void this.onEnd(request, false))
  }

  /** Pending requests of a page. */
  open(page: Page): string[] {
    return [...(this.inFlight.get(page) ?? [])].map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
  }

  takeUnasked(): string[] {
    return this.unasked.splice(0)
  }

  /** Another program changed something. */
  changedElsewhere(name: ApiName, chatId?: number) {
    this.noteWrite(name, chatId, null)
  }

  /** Whether a page can show the current state of the resource: nobody else has written since it was read, and reading did not fail. */
  isUpToDate(page: Page, resource: Resource): boolean {
    const read = this.reads.get(page)?.get(resource)
    const others = (this.writes.get(resource) ?? []).filter(({ by }) => by !== page)
    return read !== undefined && !read.failed && others.every(({ at }) => at < read.at)
  }

  private onRequest(request: Request) {
    const page = pageOf(request)
    if (page === null) return
    this.begun.set(request, Date.now())
    if (!this.inFlight.has(page)) this.inFlight.set(page, new Set())
    this.inFlight.get(page)!.add(request)
    if (request.method() === 'GET' || request.method() === 'HEAD') return
    const sent = sentBy(request)
    const { pathname } = new URL(request.url())
    // Looking at a hit changes nothing, and decisions about hits are what Choices is about. Whoever leaves Home has seen what is new.
    if (pathname.startsWith(`${gatewayPaths.workspace}/review/`) || pathname === `${gatewayPaths.workspace}/me/visit`) return
    // So is which messages are deleted, by jobs of the gateway.
    if (isOfDeletion(request)) return
    const words = `${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`
    if (sent === null) return void this.unasked.push(words)
    this.noteWrite(sent.name, sent.chatId, page)
    if (this.isAskedFor(sent)) return
    const fitting = this.permits.filter(({ name, chatId, times }) => name === sent.name && chatId === sent.chatId && times > 0)
    const objections = fitting.map(({ objection }) => objection?.(sent.body) ?? null)
    const permit = fitting[objections.indexOf(null)]
    if (permit) permit.times -= 1
    else this.unasked.push([words, ...objections].join(': '))
  }

  private async onEnd(request: Request, finished: boolean) {
    const page = pageOf(request)
    if (page === null) return
    this.inFlight.get(page)?.delete(request)
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith(gatewayPaths.api)) return
    const sent = sentBy(request)
    if (sent === null) return
    if (request.method() !== 'GET') {
      this.wroteAt = Date.now()
      return this.noteWrite(sent.name, sent.chatId, page)
    }
    const isAnswered = finished && (await request.response().catch(() => null))?.status() === 200
    const at = this.begun.get(request) ?? 0
    if (!this.reads.has(page)) this.reads.set(page, new Map())
    const resource = sent.chatId === undefined ? sent.name : `${sent.name} ${sent.chatId}`
    const before = this.reads.get(page)!.get(resource)
    // An aborted read, as on leaving the page, says nothing about what is shown.
    if (!isAnswered && request.failure()?.errorText === 'net::ERR_ABORTED') return
    this.reads.get(page)!.set(resource, isAnswered ? { at, failed: false } : { at: before?.at ?? 0, failed: true })
  }

  private noteWrite(name: ApiName, chatId: number | undefined, by: Page | null) {
    for (const resource of touched[name]?.(chatId) ?? [])
      this.writes.set(resource, [...(this.writes.get(resource) ?? []).filter((write) => write.by !== by), { at: Date.now(), by }])
  }
}

function sentBy(request: Request): Sent | null {
  const { pathname, search } = new URL(request.url())
  if (!pathname.startsWith(`${gatewayPaths.api}/`)) return null
  const path = pathname.slice(gatewayPaths.api.length)
  const name = routeOf(`${request.method()} ${path}${search}`)
  const chatId = /^\/chats\/(\d+)/.exec(path)?.[1]
  const messageId = /\/messages\/(\d+)/.exec(path)?.[1]
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  return name && { name, chatId: number(chatId), messageId: number(messageId), body: request.postDataJSON() as unknown }
}

/** Whether it starts a job that deletes messages, or says what becomes of a job. */
function isOfDeletion(request: Request): boolean {
  const { pathname } = new URL(request.url())
  if (!pathname.startsWith(`${gatewayPaths.workspace}/jobs/`)) return false
  return pathname.endsWith('/change') || (request.postDataJSON() as { kind?: unknown } | null)?.kind === 'messages-delete'
}

/** null = the request of a worker, or of a closed page. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}
