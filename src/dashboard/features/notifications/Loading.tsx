import { Skeleton } from '@mantine/core'
import classes from './NotificationsPage.module.css'

export const Loading = ({ what }: { what: string }) => (
  <div className={classes.skeleton} role="status" aria-busy aria-label={`Loading ${what}`}>
    {[62, 48, 71, 55, 66].map((width) => (
      <Skeleton key={width} height={14} width={`${width}%`} my={11} />
    ))}
  </div>
)
