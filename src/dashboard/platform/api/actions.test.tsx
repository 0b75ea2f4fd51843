// @vitest-environment happy-dom
import { notifyManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/client.ts'
import { pendingWrites, useAction } from './actions.ts'
import { queryClient } from './query.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'

vi.mock('#dashboard/ui/feedback/toast.tsx', () => ({ toastError: vi.fn<(title: string, error: unknown) => void>() }))

/** The runs that were started; the test settles each of them. */
let runs: { resolve: (value: string) => void; reject: (reason: Error) => void }[] = []
const run = () => new Promise<string>((resolve, reject) => void runs.push({ resolve, reject }))

// React then renders the effects of a mutation inside act().
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

test('two presses before the first render send one request, and a later press sends another', async () => {
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

test('a write is never retried, whatever the error', async () => {
  const { result } = show()
  await act(async () => result.current.mutate(undefined))
  const lost = new Failure('unreachable')
  await end(({ reject }) => reject(lost))
  expect(result.current.error).toBe(lost)
  expect(runs).toHaveLength(1)
  expect(toastError).not.toHaveBeenCalled()
})

test('a write is attempted immediately while offline, not queued for later', async () => {
  onlineManager.setOnline(false)
  const { result } = show()
  await act(async () => result.current.mutate(undefined))
  expect(runs).toHaveLength(1)
  expect(result.current.isPaused).toBe(false)
})

test('a write counts as pending until it settles, even after its component unmounts', async () => {
  const { result, unmount } = show()
  await act(async () => result.current.mutate(undefined))
  unmount()
  expect(pendingWrites()).toBe(1)
  await end(({ resolve }) => resolve('made'))
  expect(pendingWrites()).toBe(0)
})

test('an action that sends nothing does not count as a pending write', async () => {
  const { result } = show(null)
  await act(async () => result.current.mutate(undefined))
  await vi.waitUntil(() => runs.length === 1)
  expect(pendingWrites()).toBe(0)
  await end(({ resolve }) => resolve('done'))
})

test.each([
  [new Failure('refused', { serviceMessage: 'No' }), 'Not done: Create a chat'],
  [new Failure('timed-out'), 'Not confirmed: Create a chat'],
])('%s after the component unmounts is shown as a toast', async (failure, title) => {
  const { result, unmount } = show()
  await act(async () => result.current.mutate(undefined))
  unmount()
  await end(({ reject }) => reject(failure))
  expect(toastError).toHaveBeenCalledExactlyOnceWith(title, failure)
})

test('an error of a bare button is shown as a toast even while the component is mounted', async () => {
  const { result } = show('chatCreate', run, { isBare: true, errorTitle: () => 'No chat was made' })
  await act(async () => result.current.mutate(undefined))
  await end(({ reject }) => reject(new Failure('refused')))
  expect(toastError).toHaveBeenCalledExactlyOnceWith('No chat was made', expect.any(Failure))
})
