import { openapi } from '#contract/openapi.ts'
import { gatewayOpenapi } from '#contract/gateway/openapi.ts'

/**
 * The OpenAPI documents as JSON. Anyone may ask for them, and to make one takes some 50 ms of computing, so each is made once, for an address that is
 * replaced by the one of the request.
 */

const placeholder = 'http://address.invalid'

export function madeOnce(make: (address: string) => object): (address: string) => string {
  let parts: string[] | undefined
  return (address) => {
    parts ??= JSON.stringify(make(placeholder)).split(placeholder)
    return parts.join(JSON.stringify(address).slice(1, -1))
  }
}

/** @param server the base URL of the API */
export const apiDocument = madeOnce(openapi)

/** @param origin of the gateway */
export const gatewayDocument = madeOnce(gatewayOpenapi)
