import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { busyMinutes, busyOf } from './busy.ts'

const now = 1_800_000_000
const at = (secondsAgo: number, messageId = secondsAgo + 1): Message => ({
  messageId,
  time: now - secondsAgo,
  userId: 1,
  image: null,
  userName: 'Ann',
  text: 'hello',
})

test('counts by minute, oldest first, and forgets what is older', () => {
  const { minutes, perMinute } = busyOf([at(0), at(30), at(59), at(60), at(14 * 60 + 30), at(busyMinutes * 60), at(99_999)], now)
  expect(minutes).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4])
  expect(perMinute).toBe(1)
})

test('the last three, newest first, whatever the order of the service; a clock that is a little ahead does no harm', () => {
  const messages = [at(50), at(10), at(-20), at(40), at(30)]
  for (const list of [messages, messages.toReversed()]) expect(busyOf(list, now).last.map(({ time }) => now - time)).toEqual([-20, 10, 30])
})

test('a silent room', () => {
  expect(busyOf([], now)).toEqual({ minutes: Array.from({ length: busyMinutes }, () => 0), perMinute: 0, last: [] })
})
