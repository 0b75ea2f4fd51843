import { useEffect, useEffectEvent } from 'react'

/** Acts when this part of the page is left: its tab is hidden or closed, or another page is shown. Several of these may follow each other. */
export function useOnLeave(act: () => void): void {
  const leave = useEffectEvent(act)
  useEffect(() => {
    const onChange = () => {
      if (document.hidden) leave()
    }
    const onLeave = () => leave()
    document.addEventListener('visibilitychange', onChange)
    addEventListener('pagehide', onLeave)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [])
}
