import { Skeleton } from '@mantine/core'
import classes from './messages.module.css'

const widths = [62, 40, 75, 34, 58, 80, 46, 66, 30, 71, 52, 44]

/** The messages view while its first messages are loading. */
export function MessagesSkeleton() {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading the messages">
      <Skeleton height={28} width="60%" />
      <Skeleton height={40} />
      {widths.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- bars have no identity
        <div key={index} className={classes.bar}>
          <Skeleton height={14} width={16} />
          <Skeleton height={10} width={56} />
          <Skeleton height={10} width={100} />
          <Skeleton height={10} width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}
