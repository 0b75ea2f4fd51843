import { lazy, Suspense } from 'react'
import { createStore } from '../store.ts'
import { loadPart } from '../theme/load-part.tsx'
import type { ToastAction } from './toasts.tsx'

/** Toasts are rare and their code is not small: it comes with the first one. */
const load = () => import('./toasts.tsx')
const Toasts = lazy(async () => ({ default: await loadPart(async () => (await load()).Toasts) }))

const needed = createStore(false)

/** If the code of the toasts cannot be fetched, nothing is shown. */
const show = (use: (toasts: Awaited<ReturnType<typeof load>>) => void) =>
  void load().then(
    (toasts) => {
      needed.set(true)
      use(toasts)
    },
    () => {},
  )

/** Where the toasts appear; drawn once, in the frame: a toast may hold a link, which needs the router around it. */
export function ToastHost() {
  const shown = needed.use()
  return <Suspense>{shown && <Toasts />}</Suspense>
}

/** One line at the bottom right for what the service confirmed. It closes by itself. */
export const toast = (message: string, action?: ToastAction) => show((t) => t.toast(message, action))

/** Needs attention: stays until closed. */
export const toastWarning = (title: string, message: string, action?: ToastAction) => show((t) => t.toastWarning(title, message, action))

/** A request that was sent once was processed more than once. */
export const toastDuplicates = (what: string, copies: number) =>
  toastWarning(
    copies === 2 ? `${what} was created twice` : `${what} was created ${copies} times`,
    'It was sent once but processed more than once. Delete the duplicates.',
  )

/** The page was left before a save could be checked. @param what what was saved: "Profile" */
export const toastUnchecked = (what: string, isConfirmed: boolean) =>
  toastWarning(
    isConfirmed ? `${what}: saved, but not checked` : `${what}: not confirmed`,
    'The stored values could not be read. Open the page again to check them.',
  )

/** A bare button failed: what did not happen, and why. Stays until closed. */
export const toastError = (title: string, error: unknown) => show((t) => t.toastError(title, error))
