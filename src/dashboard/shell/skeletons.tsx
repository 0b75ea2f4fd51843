import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './skeletons.module.css'

/** True once `waiting` has been true for 150 ms: a quick answer shows nothing in between. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), 150)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return waiting && late
}

/** Bars in the shape of a page. */
export function PageSkeleton({ shape }: { shape: 'table' | 'panels' }) {
  const widths = shape === 'table' ? [38, 30, 42, 26, 34, 40, 29, 36, 31] : [60, 45, 52, 38, 57]
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <div className={classes.head}>
        <Skeleton width={120} height={20} />
      </div>
      {widths.map((width) => (
        <div key={width} className={classes.row} data-shape={shape}>
          {shape === 'table' && <Skeleton width={16} height={16} />}
          <Skeleton width={`${width}%`} height={10} />
          {shape === 'table' && (
            <>
              <Skeleton width={70} height={10} ml="auto" />
              <Skeleton width={90} height={10} />
            </>
          )}
        </div>
      ))}
    </div>
  )
}

/** The first load: the frame's ground, then bars. */
export function FrameSkeleton() {
  const late = useLate(true)
  return (
    <div className={classes.frame}>
      <div className={classes.side} />
      {late && <PageSkeleton shape="table" />}
    </div>
  )
}
