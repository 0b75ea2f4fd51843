import { expect, test } from 'vitest'
import { redact } from './log.ts'

test('paths of the API are logged unchanged', () => {
  for (const path of ['/bff/api/chats/123456789012345/banned-ips/255.255.255.255:255.255.255.255', '/', '/bff/session/token-key'])
    expect(redact(path)).toBe(path)
})

test('a token in a path is redacted', () => {
  expect(redact(`/bff/api/chats/rk_${'x'.repeat(43)}/polls`)).toBe('/bff/api/chats/rk_x…/polls')
  expect(redact(`rk_${'x'.repeat(43)}`)).toBe('rk_x…')
})
