import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sirv from 'sirv'
import { z } from 'zod/mini'
import type { Logger } from 'pino'
import { api } from '#contract/api.ts'
import { CatalogueFile, catalogueProblem } from '#contract/catalogue-file.ts'
import { type Drawn, parseView, viewCookie } from '#contract/page-view.ts'
import { type Endpoint, fillPath, fillQuery } from '#contract/endpoint.ts'
import { type PageData, pageReads } from '#contract/page-data.ts'
import type { Session } from '#contract/session.ts'
import { chatParams, parseJson, refusal } from '#contract/values.ts'
import { compress } from '#http/compress.ts'
import { inTime } from '#http/event-loop.ts'
import { Refusal } from '#http/refusal.ts'
import { mayCall } from '../forward/rights.ts'
import type { CallService } from '../forward/service-calls.ts'
import type { Bindings, RequestContext } from './request-context.ts'
import type { Drawer } from './drawer.ts'
import { createNonce, pagePolicy, securityHeaders } from './security-headers.ts'
import { readCookie } from '../session/cookie.ts'
import type { SessionDescriber } from '../session/describe-session.ts'
import type { SessionRouteOptions } from '../session/require-session.ts'
import type { ActiveSession } from '../session/sessions.ts'

const noncePlaceholder = '__CSP_NONCE__'
const filePathPattern = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|json|svg|png|ico|webp|woff2|txt|webmanifest)$/
const oneYearSeconds = 31_536_000

/** Where the files and data of a page are inserted into index.html, and the hidden elements there, one of which it shows. */
const insertions = { head: '</head>', body: '</body>', frame: ' id="skeleton" hidden', mark: ' id="first-mark" hidden' }

/** Where what the script replaces with the page begins, and what comes after it. */
const root = { begin: '<div id="root">', after: '<p id="not-loaded"' }
const styleSheets = /<link rel="stylesheet"[^<>]*>/g

/**
 * Serves the built app. Files are listed once, at the start, so a path can only name one of them.
 * @param folder the build's output; if it has no index.html, pages say that the app is not built
 * @param catalogue what readCatalogue() read
 * @param dataOptions for the data in the HTML of pages
 * @param drawer draws pages from their data; null: the script does
 */
export function appFiles(
  folder: string,
  catalogue: CatalogueFile | null,
  dataOptions: PageDataOptions,
  drawer: Drawer | null,
): Hono<Bindings> {
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : null
  // No extensions: otherwise sirv would serve index.html for a folder, without a nonce.
  const serveFile = template && sirv(folder, { brotli: true, gzip: true, etag: true, extensions: [] })
  const readPageData = pageDataReader(dataOptions, catalogue && JSON.stringify(catalogue))

  /** @param files missing for a path that is no page of the registry */
  async function page(c: RequestContext, files?: PageFiles): Promise<Response> {
    if (!template) return c.text('The dashboard is not built yet: npm start builds it.', 503, { 'cache-control': 'no-store' })
    const nonce = createNonce()
    const data = files && isNavigation(c) ? await readPageData(c, files.data) : null
    const drawn = data !== null && files?.frame ? await drawnPage(c, data) : null
    // The nonce first: texts of the account come later and may contain the placeholder.
    const html = pageHtml(template.replaceAll(noncePlaceholder, nonce), { files, data, drawn, nonce })
    const { body, headers } = await compress(html, c.req.header('accept-encoding'))
    return c.body(body, 200, {
      ...headers,
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': pagePolicy(nonce),
      // Data of the account must not be stored, not even by this browser. Pages without data: see docs/decisions.md, “No page is stored”.
      'cache-control': 'no-store',
      vary: `cookie, ${headers.vary}`,
    })
  }

  async function drawnPage(c: RequestContext, data: string): Promise<Drawn | null> {
    const view = parseView(getCookie(c, viewCookie))
    const { pathname, search } = new URL(c.req.url)
    return drawer && view && drawer.draw({ path: pathname + search, data, view })
  }

  function file(c: RequestContext, path: string): Response {
    const { incoming, outgoing } = c.env ?? {}
    if (!serveFile || !incoming || !outgoing || !('assignSocket' in outgoing) || !filePathPattern.test(path)) return notFound(c)
    for (const [name, value] of Object.entries(securityHeaders(c))) outgoing.setHeader(name, value)
    outgoing.setHeader('cache-control', path.startsWith('/assets/') ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache')
    // sirv throws on a range that ends before it starts, and nobody needs part of a file.
    delete incoming.headers.range
    // If a file was deleted since the start, sirv does not handle the stream's error, which would end the process.
    outgoing.once('pipe', (source) => source.once('error', () => outgoing.destroy()))
    let found = true
    serveFile(incoming, outgoing, () => {
      found = false
    })
    return found ? RESPONSE_ALREADY_SENT : notFound(c)
  }

  const routes = new Hono<Bindings>()
  for (const files of readPageFiles(folder)) routes.get(files.path, (c) => page(c, files))
  return routes.get('*', (c) => {
    const path = new URL(c.req.url).pathname
    if (path === '/index.html') return page(c)
    return path.startsWith('/assets/') || hasExtension(path) ? file(c, path) : page(c)
  })
}

interface PageParts {
  files: PageFiles | undefined
  data: string | null
  drawn: Drawn | null
  nonce: string
}

/**
 * Adds to index.html the files that a page needs, so that they are requested at once, its data, and what is drawn of it. Without a session it shows the
 * sign-in page.
 */
function pageHtml(html: string, { files, data, drawn, nonce }: PageParts): string {
  const needsSession = files && files.data.length > 0
  if (!files || (needsSession && data === null)) return html
  const preloads = files.scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
  const styles = files.styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`)
  const element = data === null ? '' : `<script type="application/json" id="page-data">${data}</script>`
  if (drawn) {
    // The first paint is the page in its styles.
    const sheets = [...(html.match(styleSheets) ?? []), ...styles].join('')
    const [begin, end] = [html.slice(0, html.indexOf(root.begin)), html.slice(html.indexOf(root.after))]
    const head = begin
      .replaceAll(styleSheets, '')
      .replace(insertions.head, () => `${preloads.join('')}${sheets}<style nonce="${nonce}">${drawn.css}</style>${insertions.head}`)
    const rest = end.replaceAll(styleSheets, '').replace(insertions.body, () => element + insertions.body)
    return `${head}<div id="root" data-drawn>${drawn.html}</div>${rest}`
  }
  // The screen of a presented poll stays empty until it has the poll.
  const shownFirst = files.frame ? insertions.frame : needsSession ? '' : insertions.mark
  return html
    .replace(shownFirst, shownFirst.replace(' hidden', ''))
    .replace(insertions.head, () => preloads.join('') + insertions.head)
    .replace(insertions.body, () => styles.join('') + element + insertions.body)
}

/** Whether a person opens a page, as far as the browser says: neither a frame, nor a script or another part of some page. */
const isNavigation = (c: RequestContext) => c.req.method === 'GET' && (c.req.header('sec-fetch-dest') ?? 'document') === 'document'

/** Whether the last segment of a path contains a dot. */
const hasExtension = (path: string) => path.lastIndexOf('.') > path.lastIndexOf('/')

const notFound = (c: RequestContext) => c.text('Not found', 404, { 'cache-control': 'no-store' })

/** The HTML waits no longer than this for its data. */
const defaultMaxWaitMs = 300
/** A longer answer is left out, so that the page is not late because of one list. In UTF-16 units. */
const maxAnswerLength = 256 * 1024

interface PageDataOptions extends Pick<SessionRouteOptions, 'sessions'>, Pick<SessionDescriber, 'describeSession'> {
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
function pageDataReader(
  { sessions, describeSession, callService, maxWaitMs = defaultMaxWaitMs }: PageDataOptions,
  catalogue: string | null,
) {
  return async (c: RequestContext, data: readonly PageData[]): Promise<string | null> => {
    const found: Found = { session: null, answers: [] }
    // Whatever fails here fails again, and is logged, when the page asks.
    await inTime(
      maxWaitMs,
      collect(c, data, found).catch(() => {}),
    )
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
  const possible = reads.filter(([name]) => chat.success || (api[name] as Endpoint).params === undefined)
  return [...new Map(possible.map((read) => [read[0], read])).values()]
}

/** In valid JSON these characters occur in strings only. Unescaped, `</script>` or `<!--` would end or change the script element. */
const escaped = (json: string) =>
  json.replaceAll(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const dataName = z.enum([...(Object.keys(pageReads) as (keyof typeof pageReads)[]), 'catalogue'])
const asset = z.string().check(z.regex(/^assets\/[\w.-]+$/))

const PageFiles = z.object({
  /** In the syntax of Hono. */
  path: z.string(),
  /** The data that the page starts with. */
  data: z.array(dataName),
  /** The files that the page needs and index.html does not name. */
  scripts: z.array(asset),
  styles: z.array(asset),
  /** Whether the page has the frame with the sidebar, whose skeleton index.html contains. */
  frame: z.boolean(),
})
export type PageFiles = z.output<typeof PageFiles>

/** The pages as the build has listed them; none without that list: pages then request everything themselves. */
function readPageFiles(folder: string): PageFiles[] {
  const file = join(folder, '.vite/pages.json')
  return existsSync(file) ? z.array(PageFiles).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

/**
 * Reads the names and sounds that the operator declared beside the app. null if the app is not built, or if the file is broken, which is logged and
 * which the page finds out by itself.
 * @param folder the build's output
 */
export function readCatalogue(folder: string, log: Logger): CatalogueFile | null {
  const path = join(folder, 'catalogue.json')
  if (!existsSync(path)) return null
  const file = CatalogueFile.safeParse(parseJson(readFileSync(path, 'utf8')))
  if (file.success) return file.data
  log.warn(
    { event: 'broken-catalogue', path, problem: catalogueProblem(file.error) },
    'catalogue.json is broken: no name or sound in it is used',
  )
  return null
}
