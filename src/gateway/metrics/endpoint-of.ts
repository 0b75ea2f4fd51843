import { route } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { gatewayPaths } from '#contract/session.ts'
import { workspaceApi } from '#contract/workspace/api.ts'

/** The part of the server and the endpoint that a request was for. Both come from fixed lists, never from the request itself. */
export interface RequestTarget {
  /** `page`: the API, called by the dashboard; `program`: called by others; `workspace`, `session`: the gateway's own endpoints; `app`: pages and files. */
  surface: 'page' | 'program' | 'workspace' | 'session' | 'app' | 'operator'
  /** The operation id; `unknown` if the path and method have none. */
  endpoint: string
}

const unknown = 'unknown'
const workspaceEndpoints = Object.entries(workspaceApi) as [string, Endpoint][]

/** By path and method. */
const ofSession: Record<string, Record<string, string>> = {
  [gatewayPaths.session]: { GET: 'sessionRead', POST: 'signIn', DELETE: 'signOut' },
  [gatewayPaths.demo]: { POST: 'demo' },
  [gatewayPaths.confirm]: { POST: 'confirm' },
  [gatewayPaths.tokenKey]: { GET: 'tokenKey' },
  [`${gatewayPaths.company}/start`]: { GET: 'companyStart' },
  [`${gatewayPaths.company}/callback`]: { GET: 'companyCallback' },
  [gatewayPaths.image]: { GET: 'image' },
  [gatewayPaths.profile]: { GET: 'profileRead', PUT: 'profileWrite' },
  [gatewayPaths.openapi]: { GET: 'openapi' },
}

/** @param address of a request, absolute */
export function targetOf(sent: string, address: string): RequestTarget {
  const { pathname, searchParams } = new URL(address)
  const method = sent === 'HEAD' ? 'GET' : sent
  const within = (prefix: string) => (pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : null)
  const ofPage = within(gatewayPaths.api)
  if (ofPage !== null) return { surface: 'page', endpoint: apiEndpoint(method, ofPage, searchParams) }
  const ofToken = within(gatewayPaths.programWorkspace)
  if (ofToken !== null) return { surface: 'program', endpoint: workspaceEndpoint(method, ofToken) }
  const ofProgram = within(gatewayPaths.program)
  if (ofProgram !== null) return { surface: 'program', endpoint: apiEndpoint(method, ofProgram, searchParams) }
  const ofWorkspace = within(gatewayPaths.workspace)
  if (ofWorkspace !== null) return { surface: 'workspace', endpoint: workspaceEndpoint(method, ofWorkspace) }
  if (pathname.startsWith('/bff/')) return { surface: 'session', endpoint: ofSession[pathname]?.[method] ?? unknown }
  if (['/healthz', '/readyz', '/metrics'].includes(pathname)) return { surface: 'operator', endpoint: pathname.slice(1) }
  return { surface: 'app', endpoint: pathname.startsWith('/assets/') || pathname.includes('.') ? 'file' : 'page' }
}

/** The operation id of a call of the API. @param path relative to its base address */
export function apiEndpoint(method: string, path: string, query: URLSearchParams): string {
  const found = route(method, path, query)
  return found.kind === 'endpoint' ? found.name : unknown
}

/** Far above the longest valid path. */
const maxPathLength = 500

function workspaceEndpoint(method: string, path: string): string {
  if (path.length > maxPathLength) return unknown
  return workspaceEndpoints.find(([, endpoint]) => endpoint.method === method && endpoint.match(path))?.[0] ?? unknown
}
