import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isProxied, peerOf, type Bindings } from './request-context.ts'
import type { IsProxy } from './trusted-proxies.ts'

/**
 * Detects a proxy in front of this process by the first request that reveals one. From then on a request that reveals none proves nothing: a
 * stranger can omit what a browser would have sent. A proxy that is not trusted is logged once as a warning.
 */
export function detectProxies(isListed: IsProxy, log: Logger): { watch: MiddlewareHandler<Bindings>; wasSeen: () => boolean } {
  let wasSeen = false
  let hasWarned = false
  const watch: MiddlewareHandler<Bindings> = (c, next) => {
    if (!hasWarned && isProxied(c)) {
      wasSeen = true
      hasWarned = !isListed(peerOf(c))
      if (hasWarned)
        log.warn(
          { event: 'unlisted-proxy', address: peerOf(c) },
          'requests arrive through a proxy that TRUSTED_PROXIES does not list: everybody behind it shares one limit for sign-ins (docs/operations.md)',
        )
    }
    return next()
  }
  return { watch, wasSeen: () => wasSeen }
}
