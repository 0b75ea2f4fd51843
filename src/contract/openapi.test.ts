import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { api, apiNames } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { openapi } from './openapi.ts'
import { setting, settingNames } from './settings-derive.ts'

interface Operation {
  operationId: string
  tags: string[]
  deprecated?: true
  parameters: { name: string; in: string; required: boolean; schema: { type: string } }[]
  requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } }
  responses: Record<string, unknown>
  'x-deprecated-without-query'?: Operation
}

// As a reader gets it.
const document = JSON.parse(JSON.stringify(openapi('http://127.0.0.1:4173/api'))) as {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>>; required: string[] }> }
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every endpoint is an operation of the same name', () => {
  const ids = operations
    .flatMap((operation) => [operation, operation['x-deprecated-without-query'] ?? []].flat())
    .map(({ operationId }) => operationId)
  expect(ids.toSorted()).toEqual(apiNames.toSorted())
})

test('what our own service supports beyond the API document is described as headers', () => {
  const has = (header: string) =>
    operations.filter(({ parameters }) => parameters.some(({ name, in: place }) => place === 'header' && name === header))
  expect(
    has('idempotency-key')
      .map(({ operationId }) => operationId)
      .toSorted(),
  ).toEqual(apiNames.filter((name) => (api[name] as Endpoint).nonIdempotent).toSorted())
  expect(has('idempotency-key').every(({ responses }) => '422' in responses)).toBe(true)
  expect(has('if-match').map(({ operationId }) => operationId)).toEqual(['chatUpdate'])
  expect(document.paths['/chats/{chatId}']?.['put']?.responses).toMatchObject({
    200: { headers: { etag: expect.anything() } },
    412: expect.anything(),
  })
  expect(document.paths['/chats/{chatId}']?.['get']?.responses).toMatchObject({ 200: { headers: { etag: expect.anything() } } })
})

test('exactly the reads have an ETag for If-None-Match', () => {
  for (const path of Object.values(document.paths))
    for (const [method, { parameters, responses }] of Object.entries(path)) {
      const isRead = method === 'get'
      expect(parameters.some(({ name }) => name === 'if-none-match')).toBe(isRead)
      expect('304' in responses).toBe(isRead)
      if (isRead) expect(responses).toMatchObject({ 200: { headers: { etag: expect.anything() } } })
    }
})

test('both endpoints that unban are included', () => {
  expect(document.paths['/chats/{chatId}/banned-ips/{ipAddress}']?.['delete']?.operationId).toBe('banLift')
  expect(document.paths['/chats/{chatId}/banned-ips/{firstIp}:{lastIp}']?.['delete']?.operationId).toBe('banLiftRange')
})

test('the fast read is the operation, the deprecated one is inside it', () => {
  const read = document.paths['/chats/{chatId}/messages']?.['get']
  expect(read?.operationId).toBe('messageList')
  expect(read?.deprecated).toBeUndefined()
  expect(read?.parameters.map(({ name, schema }) => [name, schema.type])).toEqual([
    ['chatId', 'integer'],
    ['fast', 'boolean'],
    ['limit', 'integer'],
    ['from', 'integer'],
    ['to', 'integer'],
    ['reverse', 'boolean'],
    ['next', 'string'],
    ['if-none-match', 'string'],
  ])
  expect(read?.['x-deprecated-without-query']).toMatchObject({ operationId: 'messageListSlow', deprecated: true })
})

test('deleting several messages takes a bare array of at most 25 ids', () => {
  const body = document.paths['/chats/{chatId}/messages/delete']?.['post']?.requestBody
  expect(body?.content['application/json'].schema).toMatchObject({ type: 'array', minItems: 1, maxItems: 25, items: { type: 'integer' } })
})

test('a chat is described in parsed form, each setting with its label and help', () => {
  const { properties, required } = document.components.schemas['Chat']!
  const shapes: Record<string, string> = { switch: 'boolean', seconds: 'integer', choice: 'integer', sound: 'integer' }
  for (const name of settingNames) {
    const { label, help, control } = setting(name)
    expect(properties[name], name).toMatchObject({ type: shapes[control.kind] ?? 'string', title: label })
    expect(properties[name]?.['description'], name).toContain(help)
  }
  expect(required).toEqual(expect.arrayContaining(['id', 'hash', ...settingNames]))
})

test('creating a chat requires a name and documents the defaults, changing one does neither', () => {
  const { ChatDraft, ChatChanges } = document.components.schemas
  expect(ChatDraft?.required).toEqual(['name'])
  expect(ChatDraft?.properties['sound_ring']).toMatchObject({ type: 'string', default: 'pop' })
  expect(ChatChanges?.required ?? []).toEqual([])
  expect(Object.values(ChatChanges!.properties).filter((property) => 'default' in property)).toEqual([])
})

test('every value has a type', () => {
  const untyped = Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
    Object.entries(properties)
      .filter(([, property]) => !('type' in property || 'anyOf' in property || '$ref' in property))
      .map(([key]) => `${name}.${key}`),
  )
  expect(untyped).toEqual([])
})

test('every operation lists its refusals', () => {
  for (const { operationId, responses, requestBody, parameters } of operations) {
    const statuses = Object.keys(responses)
    expect(statuses, operationId).toEqual(expect.arrayContaining(['200', '401', '429', '503']))
    expect(statuses.includes('413'), operationId).toBe(requestBody !== undefined)
    expect(statuses.includes('404'), operationId).toBe(parameters.some((parameter) => parameter.in === 'path'))
  }
})

test('the server is the one asked for', () => {
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4173/api' }])
})
