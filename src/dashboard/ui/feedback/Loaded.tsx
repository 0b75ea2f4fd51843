import type { ReactNode } from 'react'
import { LoadError, type Reading, StaleNotice } from './notices.tsx'
import { Skeleton } from '@mantine/core'
import classes from './feedback.module.css'

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

interface LoadingProps {
  /** Completes "Loading …". */
  what: string
  /** Replaces the padding of a page, for a container that has its own. */
  className?: string | undefined
}

/** Bars in place of what is being read. The role is what lets it have a name: browsers ignore the name of a plain div. */
export const Loading = ({ what, className = classes.loading }: LoadingProps) => (
  <div className={className} role="status" aria-busy aria-label={`Loading ${what}`}>
    {[62, 48, 71, 55, 66].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} my={11} />
    ))}
  </div>
)
