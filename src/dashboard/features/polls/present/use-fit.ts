import { useLayoutEffect, useRef } from 'react'

/** The minimum font size in pixels. On a smaller screen a person scrolls instead. */
const minFontSize = 16
const shrinkFactor = 0.92

/**
 * Finds the largest font size with which everything fits on the screen, for readers in the last row.
 * @param content changes with the displayed text; '' shows nothing
 */
export function useFit(content: string) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!content) return
    const fit = () => {
      const { documentElement: page } = document
      let size = Math.min(Math.max(innerWidth * 0.048, 22), innerHeight * 0.085)
      const set = () => element.current?.style.setProperty('--bar-font', `${Math.max(size, minFontSize)}px`)
      const overflows = () => page.scrollHeight > innerHeight || page.scrollWidth > innerWidth
      for (set(); size > minFontSize && overflows(); set()) size *= shrinkFactor
    }
    fit()
    addEventListener('resize', fit)
    // A font that loads late changes the widths.
    void document.fonts.ready.then(fit)
    return () => removeEventListener('resize', fit)
  }, [content])
  return element
}
