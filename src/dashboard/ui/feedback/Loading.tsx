import { Skeleton } from '@mantine/core'
import classes from './Loading.module.css'

interface LoadingProps {
  /** Completes "Loading …". */
  what: string
  /** Replaces the padding of a page, for a container that has its own. */
  className?: string | undefined
}

/** Bars in place of what is being read. The role is what lets it have a name: browsers ignore the name of a plain div. */
export const Loading = ({ what, className = classes.page }: LoadingProps) => (
  <div className={className} role="status" aria-busy aria-label={`Loading ${what}`}>
    {[62, 48, 71, 55, 66].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} my={11} />
    ))}
  </div>
)
