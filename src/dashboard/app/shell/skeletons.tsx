import { useEffect, useState } from 'react'
import { useFolded } from './folded.ts'
import frame from './Frame.module.css'
import classes from './skeletons.module.css'

/** True once `waiting` has been true for so many milliseconds: a quick answer shows nothing in between. */
export function useLate(waiting: boolean, ms = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, ms])
  return waiting && late
}

/** Bars in the shape of a page. */
export function PageSkeleton({ shape }: { shape: 'table' | 'panels' }) {
  const widths = shape === 'table' ? [38, 30, 42, 26, 34, 40, 29, 36, 31] : [60, 45, 52, 38, 57]
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <div className={classes.head}>
        <Bar width={120} height={20} />
      </div>
      {widths.map((width) => (
        <div key={width} className={classes.row} data-shape={shape}>
          {shape === 'table' && <Bar width={16} height={16} />}
          <Bar width={`${width}%`} />
          {shape === 'table' && (
            <>
              <Bar width={70} end />
              <Bar width={90} />
            </>
          )}
        </div>
      ))}
    </div>
  )
}

/** Plain, because the first page of all has no need of more. @param end at the end of its row */
const Bar = ({ width, height = 10, end }: { width: number | string; height?: number; end?: boolean }) => (
  <div className={classes.bar} style={{ width, height }} data-end={end} />
)

/** The first load: the frame's ground, then bars. */
export function FrameSkeleton() {
  const late = useLate(true)
  const [isFolded] = useFolded()
  return (
    <div className={frame.frame} data-collapsed={isFolded || undefined}>
      <div className={frame.side} />
      {late && <PageSkeleton shape="table" />}
    </div>
  )
}
