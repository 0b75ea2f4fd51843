import { expect, test } from 'vitest'
import { authorKey } from '#engine/analysis/indexed-message.ts'
import { accountRead } from './account.ts'
import { parseAnswer } from './answer-json.ts'
import { createClient } from './client.ts'
import { pathId, wireId } from './values.ts'

const answering = (body: string) => createClient(() => Promise.resolve(new Response(body)))
const message = (id: string, userId: string) =>
  `{"messageId": ${id}, "time": 1, "userId": ${userId}, "image": null, "userName": "Ann", "text": "Hi"}`
const messages = (...list: string[]) =>
  answering(`{"status": true, "data": [${list.join()}]}`)('messageList', { params: { chatId: 1 }, query: { fast: true } })

test('two authors of one name whose ids are beyond 2^53 stay two', async () => {
  const { data } = await messages(message('1', '9007199254740993'), message('2', '9007199254740992'), message('3', '1e400'))
  expect(data.map(({ userId }) => userId)).toEqual(['9007199254740993', '9007199254740992', '1e400'])
  expect(new Set(data.map(authorKey)).size).toBe(3)
})

test('ids that a number holds exactly are numbers, also with 16 digits', async () => {
  const { data } = await messages(message('9007199254740991', '9007199254740991'), message('2', '-7'), message('3', 'null'))
  expect(data.map(({ messageId, userId }) => [messageId, userId])).toEqual([
    [9007199254740991, 9007199254740991],
    [2, -7],
    [3, null],
  ])
  expect(pathId.parse('9007199254740991')).toBe(9007199254740991)
})

test('an id that something is done to is refused rather than rounded', async () => {
  await expect(messages(message('9007199254740993', '1'))).rejects.toMatchObject({ kind: 'not-this-api' })
  const poll = '{"status": true, "data": [{"id": 9007199254740993, "question": "Lunch?"}]}'
  await expect(answering(poll)('pollList', { params: { chatId: 1 } })).rejects.toMatchObject({ kind: 'not-this-api' })
  expect(pathId.safeParse('9007199254740993').success).toBe(false)
})

test('what is not an id, and what only looks like one inside a text, stays as it was sent', () => {
  const text =
    '{"userId": 9007199254740993, "text": "\\"userId\\": 9007199254740993, {\\"id\\":1e99}", "users": 9223372036854775807, "id" : 12}'
  expect(parseAnswer(text)).toEqual({
    userId: '9007199254740993',
    text: '"userId": 9007199254740993, {"id":1e99}',
    // The largest number of many programs, which they send for "no limit".
    users: 2 ** 63,
    id: 12,
  })
  expect(parseAnswer('{"userId": 12345678901234567')).toBeUndefined()
})

test('an id that was already rounded is refused, and a text that a number would hold too', () => {
  for (const value of [2 ** 53, -(2 ** 53), 1e20, '7', '', 'Ann']) expect(wireId.safeParse(value).success).toBe(false)
})

test('parsing an account again gives the same country', () => {
  const { countryId } = accountRead.response.shape.data.shape
  expect(countryId.parse(countryId.parse('9007199254740993'))).toBe('9007199254740993')
})
