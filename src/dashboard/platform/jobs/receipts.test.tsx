// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Figure, type Job, jobs } from './job.ts'
import { receiptLine, setJobsOpen, useJobsOpen, useReceipts } from './receipts.ts'

const ended = (id: string, ...figures: Figure[]): Job => ({
  id,
  kind: 'cleaning',
  title: 'Deleting 212 messages',
  place: 'Hall',
  chatId: 7,
  phase: 'ended',
  notBefore: 0,
  holdFor: 0,
  wish: 'go',
  done: 212,
  total: 212,
  trouble: '',
  at: Date.now(),
  endedAt: Date.now(),
  isOfGateway: true,
  receipt: { title: '211 of 212 messages deleted', figures },
})
const gone = { label: 'Gone', value: 211 }
const stillThere = { label: 'Still there', value: 0, odd: true }
const unknown = { label: 'Unknown', value: 1, odd: true }

beforeEach(() => {
  jobs.set([])
  setJobsOpen(false)
})

test('a one-line receipt says how many of all are left', () => {
  expect(receiptLine(ended('a', gone, stillThere, unknown))).toBe('1 of 212 unknown')
  expect(receiptLine(ended('a', gone, { ...stillThere, value: 3 }, unknown))).toBe('211 of 212 messages deleted')
  expect(receiptLine(ended('a', gone, stillThere))).toBe('211 of 212 messages deleted')
})

test('the jobs open once for a receipt that needs attention, and close with the last one', () => {
  const { result } = renderHook(() => (useReceipts(), useJobsOpen()))
  const quiet = ended('quiet', gone, stillThere)
  act(() => jobs.set([quiet]))
  expect(result.current).toBe(false)
  act(() => jobs.set([quiet, ended('odd', gone, unknown)]))
  expect(result.current).toBe(true)
  act(() => setJobsOpen(false))
  act(() => jobs.set([quiet, ended('odd', gone, unknown)]))
  expect(result.current).toBe(false)
  act(() => jobs.set([quiet, ended('other', gone, unknown)]))
  expect(result.current).toBe(true)
  act(() => jobs.set([]))
  expect(result.current).toBe(false)
})

test('a receipt from before a reload opens nothing', () => {
  const { result } = renderHook(() => (useReceipts(), useJobsOpen()))
  act(() => jobs.set([{ ...ended('old', gone, unknown), endedAt: Date.now() - 60_000 }]))
  expect(result.current).toBe(false)
})
