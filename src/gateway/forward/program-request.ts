import type { RequestContext } from '../server/request-context.ts'

/** A request of a program to our own service, without the session's cookie, which does not count here. */
export async function serviceRequest(c: RequestContext): Promise<Request> {
  const { pathname, search } = new URL(c.req.url)
  const headers = new Headers(c.req.raw.headers)
  headers.delete('cookie')
  // Hono leaves out the body of the response to HEAD.
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const body = method === 'GET' ? null : await c.req.arrayBuffer()
  const address = `http://service.invalid${pathname.slice('/api'.length)}${search}`
  return new Request(address, { method, headers, body })
}
