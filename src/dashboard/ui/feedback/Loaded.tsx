import type { ReactNode } from 'react'
import { Loading } from './Loading.tsx'
import { LoadError, StaleNotice, type Reading } from './notices.tsx'

interface LoadedProps<T> {
  /** Begins "… could not be loaded". */
  what: string
  reading: Reading & { data: { data: T } | undefined }
  /** Replaces the padding of a page around the bars, for a container that has its own. */
  loadingClass?: string | undefined
  children: (data: T) => ReactNode
}

/** What was read, with a notice where it is no longer fresh; before that bars in its place, or why it could not be loaded. */
export function Loaded<T>({ what, reading, loadingClass, children }: LoadedProps<T>) {
  if (reading.data)
    return (
      <>
        <StaleNotice what={what} reading={reading} />
        {children(reading.data.data)}
      </>
    )
  if (reading.error) return <LoadError what={what} reading={reading} />
  return <Loading what={`${what.charAt(0).toLowerCase()}${what.slice(1)}`} className={loadingClass} />
}
