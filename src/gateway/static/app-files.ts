import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import sirv from 'sirv'
import { createNonce, pagePolicy, securityHeaders } from '../server/security-headers.ts'
import type { RequestContext } from '../server/request-context.ts'

const noncePlaceholder = '__CSP_NONCE__'
const filePathPattern = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|json|svg|png|ico|webp|woff2|txt|webmanifest)$/
const oneYearSeconds = 31_536_000

/**
 * Serves the built app. Files are found once, at the start: a path can only ever name one of them.
 * @param folder the build's output; where it holds no index.html, pages say that the app is not built
 */
export function appFiles(folder: string): (c: RequestContext) => Response {
  const index = join(folder, 'index.html')
  const parts = existsSync(index) ? readFileSync(index, 'utf8').split(noncePlaceholder) : null
  // No extensions: else sirv would serve index.html, whose nonce it cannot fill in, for a folder.
  const serveFile = parts && sirv(folder, { brotli: true, gzip: true, etag: true, extensions: [] })

  function page(c: RequestContext): Response {
    if (!parts) return c.text('The dashboard is not built yet: npm start builds it.', 503, { 'cache-control': 'no-store' })
    const nonce = createNonce()
    return c.html(parts.join(nonce), 200, { 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-cache' })
  }

  function file(c: RequestContext, path: string): Response {
    const { incoming, outgoing } = c.env ?? {}
    if (!serveFile || !incoming || !outgoing || !('assignSocket' in outgoing) || !filePathPattern.test(path)) return notFound(c)
    for (const [name, value] of Object.entries(securityHeaders(c))) outgoing.setHeader(name, value)
    outgoing.setHeader('cache-control', path.startsWith('/assets/') ? `public, max-age=${oneYearSeconds}, immutable` : 'no-cache')
    // sirv throws on a range that ends before it starts, and nobody needs part of a script.
    delete incoming.headers.range
    // A file that is gone since the start: sirv leaves the error to end the process.
    outgoing.once('pipe', (source) => source.once('error', () => outgoing.destroy()))
    let found = true
    serveFile(incoming, outgoing, () => {
      found = false
    })
    return found ? RESPONSE_ALREADY_SENT : notFound(c)
  }

  return (c) => {
    const path = new URL(c.req.url).pathname
    if (path === '/index.html') return page(c)
    return path.startsWith('/assets/') || hasExtension(path) ? file(c, path) : page(c)
  }
}

/** Whether the last part of a path has a dot in it. */
const hasExtension = (path: string) => path.lastIndexOf('.') > path.lastIndexOf('/')

const notFound = (c: RequestContext) => c.text('Not found', 404, { 'cache-control': 'no-store' })
