// @vitest-environment happy-dom
import { notifyManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { pendingWrites, runJob, useAction } from './actions.ts'
import { queryClient } from './query.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'

vi.mock('#dashboard/ui/feedback/toast.tsx', () => ({ toastError: vi.fn<(title: string, error: unknown) => void>() }))

/** What was begun, and the ends the test gives it. */
let runs: { resolve: (value: string) => void; reject: (reason: Error) => void }[] = []
const run = () => new Promise<string>((resolve, reject) => void runs.push({ resolve, reject }))

// What follows a mutation is drawn within act().
notifyManager.setScheduler(queueMicrotask)
beforeEach(() => {
  runs = []
  vi.mocked(toastError).mockClear()
})
afterEach(() => {
  onlineManager.setOnline(true)
  cleanup()
  queryClient.clear()
})

const show = (...[name, , options]: Partial<Parameters<typeof useAction>>) =>
  renderHook(() => useAction(name === undefined ? 'chatCreate' : name, run, options), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
const end = (finish: (running: (typeof runs)[number]) => void) => act(async () => finish(runs.at(-1)!))

test('two presses before anything is drawn send once, and the next one sends again', async () => {
  const { result } = show()
  await act(async () => {
    result.current.mutate(undefined)
    result.current.mutate(undefined)
  })
  expect(runs).toHaveLength(1)
  expect(result.current.isPending).toBe(true)
  await end(({ resolve }) => resolve('made'))
  expect(result.current.data).toBe('made')
  await act(async () => result.current.mutate(undefined))
  expect(runs).toHaveLength(2)
})

test('a write is never sent again, whatever it failed with', async () => {
  const { result } = show()
  await act(async () => result.current.mutate(undefined))
  const lost = new Failure('unreachable')
  await end(({ reject }) => reject(lost))
  expect(result.current.error).toBe(lost)
  expect(runs).toHaveLength(1)
  expect(toastError).not.toHaveBeenCalled()
})

test('without a connection it is tried at once, and not kept for later', async () => {
  onlineManager.setOnline(false)
  const { result } = show()
  await act(async () => result.current.mutate(undefined))
  expect(runs).toHaveLength(1)
  expect(result.current.isPaused).toBe(false)
})

test('it counts as pending until it ends, also after its component is gone', async () => {
  const { result, unmount } = show()
  await act(async () => result.current.mutate(undefined))
  unmount()
  expect(pendingWrites()).toBe(1)
  await end(({ resolve }) => resolve('made'))
  expect(pendingWrites()).toBe(0)
})

test('what sends nothing, and a job, do not count', async () => {
  const { result } = show(null)
  await act(async () => result.current.mutate(undefined))
  const job = runJob('cleaning', 'a', run)
  await vi.waitUntil(() => runs.length === 2)
  expect(pendingWrites()).toBe(0)
  await end(({ resolve }) => resolve('done'))
  expect(await job).toBe('done')
})

test.each([
  [new Failure('refused', { serviceMessage: 'No' }), 'Not done: Create a chat'],
  [new Failure('timed-out'), 'Not confirmed: Create a chat'],
])('%s after the component is gone is reported', async (failure, title) => {
  const { result, unmount } = show()
  await act(async () => result.current.mutate(undefined))
  unmount()
  await end(({ reject }) => reject(failure))
  expect(toastError).toHaveBeenCalledExactlyOnceWith(title, failure)
})

test('a failure of a bare button is reported while it is there', async () => {
  const { result } = show('chatCreate', run, { isBare: true, failed: () => 'No chat was made' })
  await act(async () => result.current.mutate(undefined))
  await end(({ reject }) => reject(new Failure('refused')))
  expect(toastError).toHaveBeenCalledExactlyOnceWith('No chat was made', expect.any(Failure))
})
