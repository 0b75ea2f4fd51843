import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api, apiNames, route } from './api.ts'
import { fillPath, fillQuery, type Endpoint } from './endpoint.ts'
import { messageList } from './messages.ts'

const noQuery = new URLSearchParams()
const ban = '/chats/7/banned-ips'

test.each([
  [`${ban}/1.2.3.4`, 'banLift', { chatId: '7', ipAddress: '1.2.3.4' }],
  [`${ban}/1.2.3.4:1.2.3.9`, 'banLiftRange', { chatId: '7', firstIp: '1.2.3.4', lastIp: '1.2.3.9' }],
  [`${ban}/1.2.3.4%3A1.2.3.9`, 'banLiftRange', { chatId: '7', firstIp: '1.2.3.4', lastIp: '1.2.3.9' }],
  [`${ban}/1.2.3.4%3a1.2.3.9`, 'banLiftRange', { chatId: '7', firstIp: '1.2.3.4', lastIp: '1.2.3.9' }],
])('DELETE %s is %s', (path, name, params) => {
  expect(route('DELETE', path, noQuery)).toEqual({ kind: 'endpoint', name, params })
})

test.each([`${ban}/1.2.3.4:`, `${ban}/:1.2.3.4`, `${ban}/1:2:3`, `${ban}/1%3A2%3A3`, `${ban}/`, `${ban}/1.2.3.4/x`])(
  'DELETE %s matches no endpoint',
  (path) => {
    expect(route('DELETE', path, noQuery)).toEqual({ kind: 'not-found' })
  },
)

test('an address and a range fill their own paths', () => {
  expect(fillPath(api.banLift.path, { chatId: 7, ipAddress: '1.2.3.4' })).toBe(`${ban}/1.2.3.4`)
  expect(fillPath(api.banLiftRange.path, { chatId: 7, firstIp: '1.2.3.4', lastIp: '1.2.3.9' })).toBe(`${ban}/1.2.3.4:1.2.3.9`)
})

test('a value cannot change the rest of the path', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
      const path = fillPath(api.banLift.path, { chatId: 7, ipAddress: text })
      expect(path.split('/')).toHaveLength(5)
      expect(path).not.toMatch(/[?#\\\s]/)
      expect(decodeURIComponent(path.split('/')[4]!)).toBe(text)
    }),
  )
})

test('a missing value is an error, not the text "undefined" in a URL', () => {
  expect(() => fillPath(api.chatRead.path, {})).toThrow('{chatId}')
})

test('every endpoint is found at its own path', () => {
  const params = { chatId: 7, pollId: 8, messageId: 9, ipAddress: '1.2.3.4', firstIp: '1.2.3.4', lastIp: '1.2.3.9' }
  for (const name of apiNames) {
    const { method, path }: Endpoint = api[name]
    const query = new URLSearchParams(name === 'messageList' ? { fast: 'true' } : {})
    expect(route(method, fillPath(path, params), query), name).toMatchObject({ name })
  }
})

test('the flag distinguishes the two endpoints that read messages', () => {
  const path = '/chats/7/messages'
  expect(route('GET', path, new URLSearchParams('fast=true'))).toMatchObject({ name: 'messageList' })
  expect(route('GET', path, new URLSearchParams('limit=5'))).toMatchObject({ name: 'messageListSlow' })
})

test('the path that deletes several messages is not taken for the id "delete"', () => {
  expect(route('POST', '/chats/7/messages/delete', noQuery)).toMatchObject({ name: 'messageDeleteSome' })
  expect(route('DELETE', '/chats/7/messages/delete', noQuery)).toEqual({
    kind: 'endpoint',
    name: 'messageDelete',
    params: { chatId: '7', messageId: 'delete' },
  })
})

test('a wrong method on a known path lists the allowed ones', () => {
  expect(route('PATCH', '/chats/7', noQuery)).toEqual({ kind: 'wrong-method', allow: ['GET', 'PUT', 'DELETE'] })
  expect(route('GET', '/nowhere', noQuery)).toEqual({ kind: 'not-found' })
})

test('reverse is a flag and fast is the word true', () => {
  expect(fillQuery({ fast: true, reverse: true })).toBe('?fast=true&reverse=true')
  expect(fillQuery({ fast: true, reverse: false, limit: undefined })).toBe('?fast=true')
  expect(fillQuery({})).toBe('')
})

test.each([
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('reverse=%s is %s', (reverse, expected) => {
  expect(messageList.query?.parse({ fast: 'true', reverse })).toEqual({ fast: true, reverse: expected })
})

test.each([
  {},
  { fast: 'false' },
  { fast: '' },
  { fast: 'true', limit: '0' },
  { fast: 'true', from: 'x' },
  { fast: 'true', reverse: 'yes' },
])('the fast read refuses %j', (query) => {
  expect(messageList.query?.safeParse(query).success).toBe(false)
})

test('next is kept unchanged, whatever characters it has', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant('a+b/c== &#?%25é'), fc.string({ unit: 'grapheme' })), (next) => {
      const query = new URLSearchParams(fillQuery({ fast: true, next }))
      expect(query.get('next')).toBe(next)
    }),
  )
})
