import { expect, test } from 'vitest'
import { openapi } from '#contract/openapi.ts'
import { gatewayOpenapi } from '#contract/gateway/openapi.ts'
import { apiDocument, madeOnce, gatewayDocument } from './api-documents.ts'

test('a document is made once, and names the address that each request asks for', () => {
  let times = 0
  const document = madeOnce((address) => (times++, { servers: [{ url: `${address}/api` }], title: 'Rooms' }))
  for (const address of ['http://a.example', 'https://b.example:8443', 'http://$&"quoted'])
    expect(JSON.parse(document(address))).toEqual({ servers: [{ url: `${address}/api` }], title: 'Rooms' })
  expect(times).toBe(1)
})

test('both documents are those of the contract', () => {
  expect(JSON.parse(apiDocument('https://chat.example/api'))).toEqual(JSON.parse(JSON.stringify(openapi('https://chat.example/api'))))
  expect(JSON.parse(gatewayDocument('https://chat.example'))).toEqual(JSON.parse(JSON.stringify(gatewayOpenapi('https://chat.example'))))
})
