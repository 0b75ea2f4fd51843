import type { z } from 'zod/mini'
import { Failure, type FailureKind } from './client.ts'
import { secondsFrom } from './clocks.ts'
import { busyCode, gatewayMark, GatewayRefusal } from './session.ts'

/** The answer, where it is the service's. Rejects with a Failure where the gateway itself refused the request with it. */
export async function ofService(answer: Response): Promise<Response> {
  if (answer.headers.get(gatewayMark.name) !== gatewayMark.value) return answer
  const refused = GatewayRefusal.safeParse(await answer.json())
  throw refused.success ? failureOf(refused.data, answer) : new Failure('not-this-api')
}

const failureKinds: Record<string, FailureKind> = {
  [busyCode]: 'too-many-requests',
  upstream_unreachable: 'unreachable',
  upstream_timeout: 'timed-out',
  upstream_not_api: 'not-this-api',
  upstream_too_large: 'too-large',
}

function failureOf(
  { code, message, said: serviceMessage, errors, data }: z.output<typeof GatewayRefusal>,
  { status, headers }: Response,
): Failure {
  const usual = status === 401 ? 'signed-out' : status === 429 ? 'too-many-requests' : status >= 500 ? 'server-error' : 'refused'
  const retryAfter = secondsFrom(headers.get('retry-after'))
  return new Failure(failureKinds[code] ?? usual, {
    code,
    reason: message,
    serviceMessage,
    fields: errors,
    status,
    retryAfter,
    data,
    isFromGateway: true,
  })
}
