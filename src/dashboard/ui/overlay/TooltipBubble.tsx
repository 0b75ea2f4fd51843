import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

export function TooltipBubble({
  target,
  label,
  position,
}: {
  target: RefObject<HTMLElement | null>
  label: string
  position: 'top' | 'right'
}) {
  const hasLines = label.includes('\n')
  return (
    <Tooltip
      opened
      target={target}
      label={label}
      position={position}
      multiline={label.length > 40 || hasLines}
      maw={360}
      className="outside"
      {...(hasLines && { style: { whiteSpace: 'pre-line' } })}
    />
  )
}
