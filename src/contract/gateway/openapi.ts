import type { Endpoint } from '../endpoint.ts'
import { content, jsonSchema, parametersIn, type Json } from '../openapi-schemas.ts'
import { gatewayPaths, identityHeader, pageHeader } from '../session.ts'
import { refusal } from '../values.ts'
import { gatewayApi, type GatewayEndpointName } from './api.ts'
import { isRight, right } from './rights.ts'

const names = Object.keys(gatewayApi) as GatewayEndpointName[]
const endpointOf = (name: GatewayEndpointName): Endpoint => gatewayApi[name]

/**
 * The OpenAPI 3.1 document of the gateway's own endpoints, which the dashboard uses. They are no part of the API and may change with any release.
 * @param origin of the gateway, such as `https://chat.example.org`
 */
export function gatewayOpenapi(origin: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roomkeeper workspace',
      version: '1.0.0',
      description: `What the gateway keeps about an account: people, passkeys, records and the audit log. Requests carry the session’s cookie and \`${identityHeader}\`, and those that change something \`${pageHeader.name}: ${pageHeader.value}\`. Programs use some of them with a scoped token, below \`${gatewayPaths.programWorkspace}\`. Every refusal has \`status: false\`.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${origin}${gatewayPaths.workspace}` }],
    tags: [...new Set(names.map(tagOf))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-roomkeeper' } },
      schemas: { Refusal: jsonSchema(refusal, 'output') },
      responses: { Refused: { description: 'Refused; `code` says why.', content: content({ $ref: '#/components/schemas/Refusal' }) } },
    },
  }
}

/** The first part of the path. */
const tagOf = (name: GatewayEndpointName): string => endpointOf(name).path.split('/')[1] ?? ''

function paths(): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const name of names) {
    const { method, path } = endpointOf(name)
    const operations = (found[path] ??= {})
    operations[method.toLowerCase()] = operation(name)
  }
  return found
}

function operation(name: GatewayEndpointName): Json {
  const { summary, params, query, body, response, ...endpoint } = endpointOf(name)
  return {
    operationId: name,
    tags: [tagOf(name)],
    summary,
    description: [endpoint.description, accessOf(endpointOf(name))].filter(Boolean).join(' '),
    security: endpoint.right === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
    ...(body && { requestBody: { required: true, content: content(jsonSchema(body, 'input')) } }),
    responses: {
      200: { description: 'Done', content: content(jsonSchema(response, 'output')) },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

function accessOf({ right: needed, stepUp }: Endpoint): string {
  const who = isRight(needed)
    ? `Needs the permission “${right(needed).label}”.`
    : needed === 'anyone'
      ? 'Anyone may ask.'
      : 'For whoever is signed in.'
  return stepUp ? `${who} Needs a confirmation for just this target.` : who
}
