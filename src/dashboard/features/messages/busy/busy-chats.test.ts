import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { busyMinutes, busyOf } from './busy-chats.ts'

const now = 1_800_000_000
const at = (secondsAgo: number, messageId = secondsAgo + 1): Message => ({
  messageId,
  time: now - secondsAgo,
  userId: 1,
  image: null,
  userName: 'Ann',
  text: 'hello',
})

test('counts messages by minute, oldest first, and ignores older ones', () => {
  const { minutes, perMinute } = busyOf([at(0), at(30), at(59), at(60), at(14 * 60 + 30), at(busyMinutes * 60), at(99_999)], now)
  expect(minutes).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4])
  expect(perMinute).toBe(1)
})

test('finds the newest message in any order, also if the clock of the service is slightly ahead', () => {
  const messages = [at(50), at(10), at(-20), at(40), at(30)]
  for (const list of [messages, messages.toReversed()]) expect(now - busyOf(list, now).last!.time).toBe(-20)
})

test('a chat without messages has no activity', () => {
  expect(busyOf([], now)).toEqual({ minutes: Array.from({ length: busyMinutes }, () => 0), perMinute: 0, last: undefined, wave: null })
})

test('finds a wave among other messages', () => {
  const talk = Array.from({ length: 30 }, (_, index) => ({
    ...at(index * 20, 500 + index),
    text: `Thought number ${'abcdefghij'[index % 10]} of ${index * 7919}`,
  }))
  const spam = Array.from({ length: 12 }, (_, index) => ({
    ...at(index * 10, 100 + index),
    userName: index % 2 ? 'Zed' : 'Yan',
    userId: 50 + (index % 2),
    text: `FREE TICKETS at tickets.example ${index}`,
  }))
  expect(busyOf(talk, now).wave).toBeNull()
  expect(busyOf([...talk, ...spam], now).wave).toEqual({ messages: 12, authors: 2, lastMinute: 6, from: now - 110 })
})
