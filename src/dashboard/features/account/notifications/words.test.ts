import { describe, expect, it, test } from 'vitest'
import type { NotificationChannel } from '#contract/gateway/notifications.ts'
import { channelState, durationText, kindText, resultOf, testWords, triesText } from './words.tsx'

const now = new Date('2026-11-23T14:31').getTime()
const at = new Date('2026-11-23T14:25').getTime()
const last = { deliveryId: 'd', at, tries: 1, result: '200' }
const webhook: NotificationChannel = {
  id: 'c',
  name: 'ops',
  events: [],
  last: null,
  kind: 'webhook',
  shape: 'roomkeeper',
  host: 'ops.example.org',
  address: 'https://ops.example.org/hooks/…',
  hasSecret: true,
  isLocked: false,
}
const email: NotificationChannel = { id: 'e', name: 'Ines', events: [], last: null, kind: 'email', personId: 'p', personName: 'Ines' }

describe('a channel', () => {
  it.each<[string, string, NotificationChannel]>([
    ['Nothing sent yet', 'quiet', webhook],
    ['Delivered 14:25', 'ok', { ...webhook, last: { ...last, state: 'delivered' } }],
    ['Failing, try 3 of 5', 'bad', { ...webhook, last: { ...last, state: 'waiting', tries: 3, result: '500' } }],
    ['Failed 14:25: 500', 'bad', { ...webhook, last: { ...last, state: 'failed', tries: 5, result: '500' } }],
    ['Failed 14:25', 'bad', { ...webhook, last: { ...last, state: 'failed', tries: 5, result: '' } }],
    ['Cannot be read: enter its address and secret again', 'bad', { ...webhook, isLocked: true, last: { ...last, state: 'delivered' } }],
    ['The person no longer has an address', 'warn', { ...email, personName: '' }],
  ])('has the state %j', (text, tone, channel) => {
    expect(channelState(channel, now)).toMatchObject({ text, tone })
  })

  it('shows its kind and host', () => {
    expect([kindText(webhook), kindText(email)]).toEqual(['JSON, signed · ops.example.org', 'E-mail'])
  })
})

test('a delivery that waits for its next try is retrying, a new one is waiting', () => {
  expect([resultOf({ state: 'waiting', tries: 0 }).text, resultOf({ state: 'waiting', tries: 2 }).text]).toEqual(['Waiting', 'Retrying'])
  expect([
    triesText({ state: 'waiting', tries: 1 }),
    triesText({ state: 'delivered', tries: 1 }),
    triesText({ state: 'failed', tries: 5 }),
    triesText({ state: 'delivered', tries: 6 }),
  ]).toEqual(['1 of 5', '1', '5 of 5', '6'])
})

test.each([
  [{ isDelivered: true, status: 204, error: '' }, 'Delivered.', 'The receiver answered 204.'],
  [{ isDelivered: false, status: 500, error: '' }, 'The receiver answered 500.', 'It can be reached. Check its log.'],
  [
    { isDelivered: false, status: 404, error: '' },
    'The receiver answered 404.',
    'It can be reached but does not know this address. Check it.',
  ],
  [
    { isDelivered: false, status: null, error: 'The connection was refused' },
    'The connection was refused.',
    'Check the address and try again.',
  ],
  [
    { isDelivered: false, status: 302, error: 'It redirects to another address, which is not followed' },
    'It redirects to another address, which is not followed.',
    'The receiver answered 302.',
  ],
])('the result %j is shown as %j %j', (result, title, advice) => {
  expect(testWords(result)).toEqual({ title, advice })
})

test('durations are in ms, and in seconds from one second on', () => {
  expect([durationText(214), durationText(1234)]).toEqual(['214 ms', '1.2 s'])
})
