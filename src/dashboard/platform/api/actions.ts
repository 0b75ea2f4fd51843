import { MutationObserver, useIsMutating, useMutation, type MutateOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { WriteName } from '#contract/client.ts'
import { causeHeaders, type RequestCause } from '#contract/gateway/cause.ts'
import { queryClient } from './query.ts'
import { request, type SendRequest } from '#dashboard/platform/session/session.ts'
import { isEffectUnknown } from '#dashboard/ui/feedback/error-messages.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { useIsUnmounted } from '#dashboard/ui/page/use-is-unmounted.ts'

/**
 * Every write is a TanStack Query mutation, as every read is a query. One change made by a person is one mutation, even where it reads first, looks
 * up the outcome and reads back.
 */

const allWrites = ['write']
const keyOf = (name: string | null) => (name === null ? ['nothing sent'] : [...allWrites, name])

export interface ActionOptions {
  /** Called with the error, whether or not the component is still mounted. */
  onError?: (error: Error) => void
  /** The title of the toast that reports the error when no component shows it. An action that sends nothing has no other. */
  errorTitle?: (error: Error) => string
  /** The action is a lone button or menu item: no component shows `error`. */
  isBare?: boolean
}

/**
 * A write of a page: `useAction('pollCreate', (send, text: PollText) => ...)`. The component shows `isPending` and `error`; an error that arrives
 * after the component has unmounted is shown as a toast. While the action runs, `mutate` does nothing: pressing Enter twice sends one request.
 * @param name the endpoint that the action writes to, the first one where there are several; null: the action sends nothing
 * @param run receives the function that sends requests
 */
export const useAction = <V = void, R = unknown>(
  name: WriteName | null,
  run: (send: SendRequest, variables: V) => Promise<R>,
  options: ActionOptions = {},
) => useWrite(name, name && api[name].summary, (variables: V) => run(request, variables), options)

/** What an endpoint does; a function where the endpoints are loaded on demand. */
type Summary = string | (() => Promise<string>)

/** The same for any endpoint. @param summary for the title of the toast; null: there is no toast without a title of its own */
export function useWrite<V, R>(name: string | null, summary: Summary | null, run: (variables: V) => Promise<R>, options: ActionOptions) {
  const isLeft = useIsUnmounted()
  // A ref, because a second press can come before React renders `isPending`.
  const isRunning = useRef(false)
  const mutation = useMutation<R, Error, V>({
    mutationKey: keyOf(name),
    mutationFn: run,
    onError: (error) => {
      options.onError?.(error)
      if (options.isBare || isLeft()) void toastFailed(summary, error, options)
    },
    onSettled: () => {
      isRunning.current = false
    },
  })
  function once<T>(begin: () => T): T | undefined {
    if (isRunning.current) return undefined
    isRunning.current = true
    return begin()
  }
  const mutate = (variables: V, callbacks: MutateOptions<R, Error, V> = {}) => once(() => mutation.mutate(variables, callbacks))
  /** Settles also after its page was left. Of a second press: undefined. */
  const mutateAsync = async (variables: V): Promise<R | undefined> => once(() => mutation.mutateAsync(variables))
  function reset() {
    if (!isRunning.current) mutation.reset()
  }
  return { ...mutation, mutate, mutateAsync, reset }
}

async function toastFailed(summary: Summary | null, error: Error, { errorTitle }: ActionOptions) {
  const what = typeof summary === 'function' ? await summary() : summary
  const title = errorTitle?.(error) ?? (what && `${isEffectUnknown(error) ? 'Not confirmed' : 'Not done'}: ${what}`)
  if (title) toastError(title, error)
}

/** What a form saves through: an endpoint, and the function that sends to it. */
export interface Writer<Send> {
  name: string
  summary: Summary
  send: Send
}

export const writer = (name: WriteName): Writer<SendRequest> => ({ name, summary: api[name].summary, send: request })

/** Sends requests that tell the gateway why a change is made, for its audit log. */
export const withCause =
  (send: SendRequest, cause: RequestCause): SendRequest =>
  (name, input, options) =>
    send(name, input, { ...options, headers: causeHeaders(cause) })

/** Counts the writes in flight. Jobs do not count: they survive a reload and have their own list. */
export const usePendingWrites = () => useIsMutating({ mutationKey: allWrites })

export const useIsWriting = (name: WriteName) => useIsMutating({ mutationKey: keyOf(name) }) > 0

export const pendingWrites = () => queryClient.isMutating({ mutationKey: allWrites })

/** Runs a write as a mutation without a component, so that it counts as one in flight. */
export function runWrite<R>(name: string, run: () => Promise<R>): Promise<R> {
  const observer = new MutationObserver<R>(queryClient, { mutationKey: keyOf(name), mutationFn: run })
  return observer.mutate().finally(() => observer.reset())
}
