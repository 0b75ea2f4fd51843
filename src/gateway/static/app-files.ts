import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import sirv from 'sirv'
import type { CatalogueFile } from '#contract/catalogue-file.ts'
import { compress } from '#http/compress.ts'
import type { Bindings, RequestContext } from '../server/request-context.ts'
import { createNonce, pagePolicy, securityHeaders } from '../server/security-headers.ts'
import { pageDataReader, type PageDataOptions } from './page-data.ts'
import { readPageFiles, type PageFiles } from './page-files.ts'

const noncePlaceholder = '__CSP_NONCE__'
const filePathPattern = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|json|svg|png|ico|webp|woff2|txt|webmanifest)$/
const oneYearSeconds = 31_536_000

/** Where the files and data of a page are inserted into index.html, and the hidden elements there, one of which it shows. */
const insertions = { head: '</head>', body: '</body>', frame: ' id="skeleton" hidden', mark: ' id="first-mark" hidden' }

/**
 * Serves the built app. Files are listed once, at the start, so a path can only name one of them.
 * @param folder the build's output; if it has no index.html, pages say that the app is not built
 * @param catalogue what readCatalogue() read
 * @param dataOptions for the data in the HTML of pages
 */
export function appFiles(folder: string, catalogue: CatalogueFile | null, dataOptions: PageDataOptions): Hono<Bindings> {
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
    // The nonce first: texts of the account come later and may contain the placeholder.
    const html = pageHtml(template.replaceAll(noncePlaceholder, nonce), files, data)
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

/** Adds to index.html the files that a page needs, so that they are requested at once, and its data. Without a session it shows the sign-in page. */
function pageHtml(html: string, files: PageFiles | undefined, data: string | null): string {
  const needsSession = files && files.data.length > 0
  if (!files || (needsSession && data === null)) return html
  const preloads = files.scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`)
  const styles = files.styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`)
  const element = data === null ? '' : `<script type="application/json" id="page-data">${data}</script>`
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
