import { lazy, Suspense } from 'react'
import { createStore } from '../store.ts'
import type { ToastAction } from './toasts.tsx'

/** Toasts are rare and their code is not small: it comes with the first one. */
const load = () => import('./toasts.tsx')
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

const needed = createStore(false)

/** Where their code cannot be fetched there is no place to show anything in. */
const show = (use: (toasts: Awaited<ReturnType<typeof load>>) => void) =>
  void load().then(
    (toasts) => {
      needed.set(true)
      use(toasts)
    },
    () => {},
  )

/** The place of the toasts; drawn once, in the frame: a toast may hold a link, which needs the router around it. */
export function ToastHost() {
  const shown = needed.use()
  return <Suspense>{shown && <Toasts />}</Suspense>
}

/** One line at the bottom right for what the service confirmed. Goes by itself. */
export const toast = (message: string, act?: ToastAction) => show((t) => t.toast(message, act))

/** Something worth a look: stays until closed. */
export const toastWarning = (title: string, message: string, act?: ToastAction) => show((t) => t.toastWarning(title, message, act))

/** What was sent once, a way that delivers twice has made more often. */
export const toastDuplicates = (what: string, copies: number) =>
  toastWarning(
    `${what} is there ${copies === 2 ? 'twice' : `${copies} times`}`,
    'It was sent once, and arrived more often. Look at them and delete what is too many.',
  )

/** A save that was left before it could be checked. @param what was saved: "Profile" */
export const toastUnchecked = (what: string, isConfirmed: boolean) =>
  toastWarning(
    isConfirmed ? `${what}: saved, but not checked` : `${what}: not confirmed`,
    'What the service holds could not be read since. Open the page again to check it.',
  )

/** A bare button failed: what did not happen, and why. Stays until closed. */
export const toastError = (title: string, error: unknown) => show((t) => t.toastError(title, error))
