import { useEffect, useState } from 'react'
import classes from './skeletons.module.css'

/** Returns true once `waiting` has been true for `ms` milliseconds, so that a fast response shows no skeleton. */
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

/** A skeleton in the shape of a page. */
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

/** A plain bar, because the first load needs nothing more. @param end aligns the bar to the end of its row */
const Bar = ({ width, height = 10, end }: { width: number | string; height?: number; end?: boolean }) => (
  <div className={classes.bar} style={{ width, height }} data-end={end} />
)

/** Shows the skeleton of index.html, which React replaces with the page. The gateway has done so already where it knew that somebody is signed in. */
export const showFirstSkeleton = () => document.querySelector('#skeleton')?.removeAttribute('hidden')
