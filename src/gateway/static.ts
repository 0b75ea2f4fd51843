import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import sirv from 'sirv'
import { freshNonce, pagePolicy, safetyHeaders } from './headers.ts'
import type { Incoming } from './incoming.ts'

const noncePlaceholder = '__CSP_NONCE__'
const filePath = /^(?:\/[\w-][\w.-]*)+\.(?:js|css|json|svg|png|ico|webp|woff2|txt|webmanifest)$/
const oneYear = 31_536_000

/**
 * Serves the built app. Files are found once, at the start: a path can only ever name one of them.
 * @param folder the build's output; where it holds no index.html, pages say that the app is not built
 */
export function appFiles(folder: string): (c: Incoming) => Response {
  const index = join(folder, 'index.html')
  const parts = existsSync(index) ? readFileSync(index, 'utf8').split(noncePlaceholder) : null
  // No extensions: else sirv would serve index.html, whose nonce it cannot fill in, for a folder.
  const serve = parts && sirv(folder, { brotli: true, gzip: true, etag: true, extensions: [] })

  function page(c: Incoming): Response {
    if (!parts) return c.text('The dashboard is not built yet: npm start builds it.', 503, { 'cache-control': 'no-store' })
    const nonce = freshNonce()
    return c.html(parts.join(nonce), 200, { 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-cache' })
  }

  function file(c: Incoming, path: string): Response {
    const { incoming, outgoing } = c.env ?? {}
    if (!serve || !incoming || !outgoing || !('assignSocket' in outgoing) || !filePath.test(path)) return missing(c)
    for (const [name, value] of Object.entries(safetyHeaders(c))) outgoing.setHeader(name, value)
    outgoing.setHeader('cache-control', path.startsWith('/assets/') ? `public, max-age=${oneYear}, immutable` : 'no-cache')
    // sirv throws on a range that ends before it starts, and nobody needs part of a script.
    delete incoming.headers.range
    // A file that is gone since the start: sirv leaves the error to end the process.
    outgoing.once('pipe', (source) => source.once('error', () => outgoing.destroy()))
    let found = true
    serve(incoming, outgoing, () => {
      found = false
    })
    return found ? RESPONSE_ALREADY_SENT : missing(c)
  }

  return (c) => {
    const path = new URL(c.req.url).pathname
    if (path === '/index.html') return page(c)
    return path.startsWith('/assets/') || hasExtension(path) ? file(c, path) : page(c)
  }
}

/** Whether the last part of a path has a dot in it. */
const hasExtension = (path: string) => path.lastIndexOf('.') > path.lastIndexOf('/')

const missing = (c: Incoming) => c.text('Not found', 404, { 'cache-control': 'no-store' })
