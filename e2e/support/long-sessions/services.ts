import { defaults } from '#contract/settings-derive.ts'
import { startFaultyUpstream, type FaultyUpstream } from '../upstreams/faulty-upstream.ts'
import { startGateway } from '../product-copy.ts'

/** The services that long sessions are held on: our own, and two that do otherwise what the API document leaves open. */

export const serviceNames = ['ours', 'replacing', 'merging'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface Service {
  name: ServiceName
  /** Where the page is. */
  address: string
  /** Where the service itself is, which knows the accounts. */
  own: string
  /** What stands between the page's gateway and the service; null: nothing. */
  upstream: FaultyUpstream | null
  /** When it last failed, in milliseconds. */
  failedAt: () => number
}

/** The product in front of a service that can be made to behave in another way. */
export async function startAwkward(own: string) {
  let failedAt = 0
  const upstream = await startFaultyUpstream(`${own}/api`, (_, fault) => {
    if (typeof fault === 'string') failedAt = Date.now()
  })
  const gateway = await startGateway(upstream.address, { hasBuiltInSounds: true })
  return {
    address: gateway.address,
    upstream,
    failedAt: () => failedAt,
    stop: async () => {
      await gateway.stop()
      await upstream.refuse()
    },
  }
}

/** Makes the service behave as its name says, until it is healed. */
export function behave({ name, upstream }: Service): void {
  // Settings left out of an update are reset to their defaults.
  if (name === 'replacing') upstream!.arm('PUT', /^\/chats\/\d+$/, { body: (json) => void Object.assign(json, { ...defaults, ...json }) })
  // Settings left out are kept; messages come a few at a time, one of them twice, and `next` contains every character that a URL has to escape.
  if (name === 'merging') upstream!.arm('GET', /^\/chats\/\d+\/messages\?/, oddPages())
}

function oddPages() {
  const pages = new Map<string, { next: string; last: unknown }>()
  let page: { last: unknown } | undefined
  return {
    url: (url: string) => {
      const { pathname, searchParams } = new URL(url, 'http://service.invalid')
      page = pages.get(searchParams.get('next') ?? '')
      const known = pages.get(searchParams.get('next') ?? '')
      if (known) searchParams.set('next', known.next)
      searchParams.set('limit', '5')
      return `${pathname}?${searchParams}`
    },
    whole: (json: Record<string, unknown>) => {
      const data = json['data'] as unknown[]
      const last = data.at(-1)
      if (page) data.unshift(page.last)
      if (typeof json['next'] !== 'string') return
      const next = `№ ${pages.size}/+%&=?#${json['next']}`
      pages.set(next, { next: json['next'], last })
      json['next'] = next
    },
  }
}
