import { MutationObserver, useIsMutating, useMutation, type MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { WriteName } from '#contract/client.ts'
import { queryClient } from './query.ts'
import { request, type SendRequest } from '#dashboard/platform/session/session.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'

/**
 * Every write is a mutation of TanStack Query, as every read is one of its queries. What a person sees as one change is one mutation, also where it
 * reads before, looks up the outcome and reads back.
 */

const allWrites = ['write']
const keyOf = (name: WriteName | null) => (name === null ? ['nothing sent'] : [...allWrites, name])

interface ActionOptions {
  /** Called with what it failed with, whether or not the component is still there. */
  onError?: (error: Error) => void
  /** The title of the message that tells of a failure where no component does. */
  failed?: (error: Error) => string
  /** A button or menu entry alone: no component shows `error`. */
  isBare?: boolean
}

/**
 * A write of a page: `useAction('pollCreate', (send, text: PollText) => ...)`. Its `isPending` and `error` are what the component shows; a failure that
 * comes when the component is gone is shown as a message. While it runs, `mutate` does nothing: pressing Enter twice sends once.
 * @param name the endpoint it writes to, the first one where there are several; null: it sends nothing
 * @param run gets what sends requests
 */
export function useAction<V = void, R = unknown>(
  name: WriteName | null,
  run: (send: SendRequest, variables: V) => Promise<R>,
  options: ActionOptions = {},
) {
  const isLeft = useIsUnmounted()
  // `isPending` is drawn later than a second press may come.
  const isRunning = useRef(false)
  const mutation = useMutation<R, Error, V>({
    mutationKey: keyOf(name),
    mutationFn: (variables) => run(request, variables),
    onError: (error) => {
      options.onError?.(error)
      if (name !== null && (options.isBare || isLeft())) toastError(options.failed?.(error) ?? failedTitle(name, error), error)
    },
    onSettled: () => {
      isRunning.current = false
    },
  })
  function mutate(variables: V, callbacks: MutateOptions<R, Error, V> = {}) {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(variables, callbacks)
  }
  function reset() {
    if (!isRunning.current) mutation.reset()
  }
  return { ...mutation, mutate, reset }
}

const failedTitle = (name: WriteName, error: Error) => `${isEffectUnknown(error) ? 'Not confirmed' : 'Not done'}: ${api[name].summary}`

/** How many writes are under way. Long jobs do not count: they survive a reload and have a tray of their own. */
export const usePendingWrites = () => useIsMutating({ mutationKey: allWrites })

/** The same at this moment. */
export const pendingWrites = () => queryClient.isMutating({ mutationKey: allWrites })

/**
 * A long job as a mutation, without a component. Each is its own scope: the runner decides which job waits for which, also across tabs.
 * @param id of the job
 */
export function runJob<R>(kind: string, id: string, run: (send: SendRequest) => Promise<R>): Promise<R> {
  const observer = new MutationObserver<R>(queryClient, { mutationKey: ['job', kind], scope: { id }, mutationFn: () => run(request) })
  // An observer keeps its mutation, and with it all that the job holds.
  return observer.mutate().finally(() => observer.reset())
}
