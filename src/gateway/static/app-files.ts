import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import sirv from 'sirv'
import type { RequestContext } from '../server/request-context.ts'
import { createNonce, pagePolicy, securityHeaders } from '../server/security-headers.ts'

const noncePlaceholder = '__CSP_NONCE__'
const filePathPattern = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|json|svg|png|ico|webp|woff2|txt|webmanifest)$/
const oneYearSeconds = 31_536_000

/**
 * Serves the built app. Files are listed once, at the start, so a path can only name one of them.
 * @param folder the build's output; if it has no index.html, pages say that the app is not built
 */
export function appFiles(folder: string): (c: RequestContext) => Response {
  const index = join(folder, 'index.html')
  const parts = existsSync(index) ? readFileSync(index, 'utf8').split(noncePlaceholder) : null
  // No extensions: otherwise sirv would serve index.html for a folder, without a nonce.
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

  return (c) => {
    const path = new URL(c.req.url).pathname
    if (path === '/index.html') return page(c)
    return path.startsWith('/assets/') || hasExtension(path) ? file(c, path) : page(c)
  }
}

/** Whether the last segment of a path contains a dot. */
const hasExtension = (path: string) => path.lastIndexOf('.') > path.lastIndexOf('/')

const notFound = (c: RequestContext) => c.text('Not found', 404, { 'cache-control': 'no-store' })
