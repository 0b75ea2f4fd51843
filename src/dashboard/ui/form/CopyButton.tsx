import { IconButton } from './Button.tsx'
import { CopyButton as MantineCopyButton } from '@mantine/core'
import { Tooltip } from '../overlay/Tooltip.tsx'

/** A button that copies a text and says that it did. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <IconButton icon={copied ? 'check' : 'copy'} size="xs" aria-label={copied ? 'Copied' : label} onClick={copy} />
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
