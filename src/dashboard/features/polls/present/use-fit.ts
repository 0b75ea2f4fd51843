import { useLayoutEffect, useRef } from 'react'

/** Pixels. Below the least a person with a phone scrolls instead. */
const least = 16
const step = 0.92

/** The largest letters with which everything stays on the screen: for who reads from the last row. @param content changes with what is shown; '' shows nothing */
export function useFit(content: string) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!content) return
    const fit = () => {
      const { documentElement: page } = document
      let size = Math.min(Math.max(innerWidth * 0.048, 22), innerHeight * 0.085)
      const set = () => element.current?.style.setProperty('--bar-font', `${Math.max(size, least)}px`)
      const overflows = () => page.scrollHeight > innerHeight || page.scrollWidth > innerWidth
      for (set(); size > least && overflows(); set()) size *= step
    }
    fit()
    addEventListener('resize', fit)
    // A font that comes late has other widths.
    void document.fonts.ready.then(fit)
    return () => removeEventListener('resize', fit)
  }, [content])
  return element
}
