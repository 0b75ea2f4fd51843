import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isProxied, peerOf, type Bindings } from './request-context.ts'
import type { IsProxy } from './trusted-proxies.ts'

/**
 * Notices a proxy in front of this process, by the first request that shows one. From then on a request that shows none says nothing about who
 * sent it: a stranger can leave out what a browser would have said. One that is not listed is a warning in the log, once.
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
          'a proxy that TRUSTED_PROXIES does not list is in front: everybody behind it shares one limit for sign-ins (docs/operations.md)',
        )
    }
    return next()
  }
  return { watch, wasSeen: () => wasSeen }
}
