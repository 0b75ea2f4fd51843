import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Endpoint } from '../endpoint.ts'
import { gatewayApi, type GatewayEndpointName } from './api.ts'
import { gatewayOpenapi } from './openapi.ts'

interface Operation {
  operationId: string
  description: string
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
}

// As a reader gets it.
const document = JSON.parse(JSON.stringify(gatewayOpenapi('http://localhost:4173'))) as {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const endpointOf = (name: string): Endpoint => gatewayApi[name as GatewayEndpointName]

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every endpoint of the gateway is an operation of the same name, at its path and with its method', () => {
  const found = operations.map(({ path, method, operation }) => [operation.operationId, method, path].join(' '))
  const declared = Object.entries<Endpoint>(gatewayApi).map(([name, { method, path }]) => [name, method.toLowerCase(), path].join(' '))
  expect(new Set(found)).toEqual(new Set(declared))
  expect(found).toHaveLength(declared.length)
})

test('an operation says what it needs, and only what anyone may ask needs no session', () => {
  for (const { operation } of operations) {
    const { right, stepUp } = endpointOf(operation.operationId)
    expect(operation.security, operation.operationId).toEqual(right === 'anyone' ? [] : [{ session: [] }])
    expect(operation.description.includes('confirmation'), operation.operationId).toBe(stepUp === true)
  }
  expect(document.paths['/people/{personId}']?.['delete']?.description).toContain('“Invite, change and remove people”')
})

test('every parameter of a path is described', () => {
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(new Set(inPath.map(({ name }) => name)), path).toEqual(new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))
    expect(inPath.every(({ required }) => required)).toBe(true)
  }
})

test('the server is the gateway that was asked', () => {
  expect(document.servers).toEqual([{ url: 'http://localhost:4173/bff/workspace' }])
})
