import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Act } from './toasts.tsx'

/** Toasts are rare and their code is not small: it comes with the first one. */
const load = () => import('./toasts.tsx')
const Toasts = lazy(async () => ({ default: (await load()).Toasts }))

let needed = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function toasts() {
  needed = true
  for (const listener of listeners) listener()
  return load()
}

/** The place of the toasts; drawn once, in the frame: a toast may hold a link, which needs the router around it. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => needed)
  return <Suspense>{shown && <Toasts />}</Suspense>
}

/** One line at the bottom right for what the service confirmed. Goes by itself. */
export const say = (message: string, act?: Act) => void toasts().then((t) => t.say(message, act))

/** Something worth a look: stays until closed. */
export const warn = (title: string, message: string) => void toasts().then((t) => t.warn(title, message))

/** A bare button failed: what did not happen, and why. Stays until closed. */
export const sayFailed = (title: string, error: unknown) => void toasts().then((t) => t.sayFailed(title, error))
