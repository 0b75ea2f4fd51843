import { expect, test } from 'vitest'
import { causeFrom, causeHeader, causeHeaders, type RequestCause } from './cause.ts'

test.each<RequestCause>([
  { kind: 'undo', of: 48_376 },
  { kind: 'job', id: 'l3x-9', title: 'Spam wave of 14:25, “Ayşe” 🎉 100 %' },
])('a cause passes through a header: %j', (cause) => {
  const headers = new Headers(causeHeaders(cause))
  expect(causeFrom(headers.get(causeHeader))).toEqual(cause)
})

test.each([
  undefined,
  null,
  '',
  '%',
  'job',
  encodeURIComponent('{"kind":"job","id":"1"}'),
  // Only the gateway itself acts for these.
  encodeURIComponent('{"kind":"rule","id":"1","title":"Mine"}'),
  causeHeaders({ kind: 'job', id: '1', title: 'x'.repeat(1001) })[causeHeader],
  causeHeaders({ kind: 'undo', of: -1 })[causeHeader],
])('what is no cause counts as by hand: %s', (value) => {
  expect(causeFrom(value)).toEqual({ kind: 'hand' })
})
