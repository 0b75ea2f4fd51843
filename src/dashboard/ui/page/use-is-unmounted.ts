import { useEffect, useRef } from 'react'

/** Whether the component is unmounted: work that it started may outlive it. */
export function useIsUnmounted(): () => boolean {
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return () => left.current
}
