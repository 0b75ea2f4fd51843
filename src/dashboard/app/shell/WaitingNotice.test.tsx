// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { WaitingNotice } from './WaitingNotice.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const said = () => screen.queryByText(/Next try in/)?.textContent ?? ''

test('a read that waits because the service asked to is announced once and counted down, until it succeeds', async () => {
  let isBusy = true
  const queryFn = async () => {
    if (isBusy) throw new Failure('too-many-requests', { retryAfter: 5 })
    return 'read'
  }
  render(
    <MantineProvider>
      <WaitingNotice />
    </MantineProvider>,
  )
  const reading = queryClient.fetchQuery({ queryKey: ['one'], queryFn })
  await pass(10)
  expect(screen.getByRole('status').textContent).toBe('The service asked to wait.')
  expect(said()).toBe('Next try in 5 s.')
  await pass(2000)
  expect(said()).toBe('Next try in 3 s.')
  isBusy = false
  await pass(4000)
  expect(await reading).toBe('read')
  expect(said()).toBe('')
  // What is on the screen already needs no words while it is read again.
  isBusy = true
  const again = queryClient.fetchQuery({ queryKey: ['one'], queryFn, staleTime: 0 }).catch(() => {})
  await pass(10)
  expect(said()).toBe('')
  await pass(20_000)
  await again
})

test('a read that waits for the connection is not one that was asked to wait', async () => {
  render(
    <MantineProvider>
      <WaitingNotice />
    </MantineProvider>,
  )
  const reading = queryClient.prefetchQuery({ queryKey: ['two'], queryFn: () => Promise.reject(new Failure('unreachable')) })
  await pass(10)
  expect(said()).toBe('')
  await pass(20_000)
  await reading
})
