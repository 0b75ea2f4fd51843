import { useEffect, useRef, useState } from 'react'
import { isTruncated, Tooltip } from './Tooltip.tsx'

/**
 * A text that is truncated where it does not fit. The full text is then shown on hover and, because the text becomes focusable, by
 * keyboard. Not for a text within a button or a link: those have the focus themselves, so `Tooltip` around them does it.
 * @param lines of room for it
 */
// Another text is measured anew.
export const TruncatedText = ({ text, lines = 1 }: { text: string; lines?: number }) => <Truncated key={text} text={text} lines={lines} />

function Truncated({ text, lines }: { text: string; lines: number }) {
  const holder = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  useEffect(() => {
    const element = holder.current
    if (!element) return
    const watcher = new ResizeObserver(() => setCut(isTruncated(element)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <span ref={holder} className="block shrinks">
      <Tooltip label={text} disabled={!cut}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the rest of what is cut must be reachable by keyboard */}
        <span className="clamp outside" style={{ WebkitLineClamp: lines }} tabIndex={cut ? 0 : undefined}>
          {text}
        </span>
      </Tooltip>
    </span>
  )
}
