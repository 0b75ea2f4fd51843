import { api, route } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { gatewayPaths } from '#contract/session.ts'
import { workspaceApi } from '#contract/workspace/api.ts'

/** The part of the server and the endpoint that a request was for. Everything comes from fixed lists, never from the request itself. */
export interface RequestTarget extends ApiTarget {
  /** `page`: the API, called by the dashboard; `program`: called by others; `workspace`, `session`: the gateway's own endpoints; `app`: pages and files. */
  surface: 'page' | 'program' | 'workspace' | 'session' | 'app' | 'operator'
}

interface ApiTarget {
  /** The operation id; `unknown` where there is none for the path and method. */
  endpoint: string
  /** The path with the names of its parameters in braces; where there is no endpoint, its fixed beginning and an asterisk. */
  route: string
}

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
  if (ofPage !== null) return { surface: 'page', ...below(gatewayPaths.api, apiTarget(method, ofPage, searchParams)) }
  const ofToken = within(gatewayPaths.programWorkspace)
  if (ofToken !== null) return { surface: 'program', ...below(gatewayPaths.programWorkspace, workspaceTarget(method, ofToken)) }
  const ofProgram = within(gatewayPaths.program)
  if (ofProgram !== null) return { surface: 'program', ...below(gatewayPaths.program, apiTarget(method, ofProgram, searchParams)) }
  const ofWorkspace = within(gatewayPaths.workspace)
  if (ofWorkspace !== null) return { surface: 'workspace', ...below(gatewayPaths.workspace, workspaceTarget(method, ofWorkspace)) }
  if (pathname.startsWith('/bff/')) {
    const endpoint = ofSession[pathname]?.[method]
    return { surface: 'session', ...(endpoint === undefined ? below('/bff', nothing) : { endpoint, route: pathname }) }
  }
  if (['/healthz', '/readyz', '/metrics'].includes(pathname)) return { surface: 'operator', endpoint: pathname.slice(1), route: pathname }
  return { surface: 'app', endpoint: pathname.startsWith('/assets/') || pathname.includes('.') ? 'file' : 'page', route: '/*' }
}

const nothing: ApiTarget = { endpoint: 'unknown', route: '/*' }

const below = (prefix: string, { endpoint, route }: ApiTarget): ApiTarget => ({ endpoint, route: prefix + route })

/** Of a call of the API. @param path relative to its base address */
export function apiTarget(method: string, path: string, query: URLSearchParams): ApiTarget {
  const found = route(method, path, query)
  return found.kind === 'endpoint' ? { endpoint: found.name, route: api[found.name].path } : nothing
}

/** Far above the longest valid path. */
const maxPathLength = 500

function workspaceTarget(method: string, path: string): ApiTarget {
  if (path.length > maxPathLength) return nothing
  const found = workspaceEndpoints.find(([, endpoint]) => endpoint.method === method && endpoint.match(path))
  return found ? { endpoint: found[0], route: found[1].path } : nothing
}
