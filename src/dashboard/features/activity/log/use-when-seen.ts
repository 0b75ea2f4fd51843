import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls back when the element comes near the window, and again whenever it is enabled while it is there. */
export function useWhenSeen(onSeen: () => void, isEnabled: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen(), { rootMargin: '600px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isEnabled])
  return element
}
