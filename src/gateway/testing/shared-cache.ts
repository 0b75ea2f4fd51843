/**
 * A shared cache in front of the gateway (RFC 9111): it stores whatever may be stored, and selects among stored responses by Vary. Like a cache that
 * cannot reach its origin, it also reuses what it should revalidate first, so that only no-store and Vary separate the persons behind it.
 */
export function sharedCache(origin: (request: Request) => Promise<Response>) {
  const stored = new Map<string, { varying: [name: string, value: string | null][]; response: Response }[]>()

  async function send(request: Request): Promise<Response> {
    if (request.method !== 'GET') return origin(request)
    const known = stored.get(request.url) ?? []
    const match = known.find(({ varying }) => varying.every(([name, value]) => request.headers.get(name) === value))
    if (match) return match.response.clone()
    const response = await origin(request)
    const varying = namesIn(response.headers.get('vary')).map((name): [string, string | null] => [name, request.headers.get(name)])
    if (mayStore(response) && !varying.some(([name]) => name === '*')) {
      stored.set(request.url, [...known, { varying, response: response.clone() }])
    }
    return response
  }

  return { send, stored }
}

const namesIn = (header: string | null) =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

const mayStore = ({ status, headers }: Response) =>
  status === 200 && !namesIn(headers.get('cache-control')).some((directive) => ['no-store', 'private'].includes(directive))
