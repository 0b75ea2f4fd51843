import { ActionIcon, CopyButton as MantineCopyButton } from '@mantine/core'
import { Icon } from '../theme/icons.tsx'
import { Tooltip } from '../overlay/Tooltip.tsx'

/** A button that copies a text and says that it did. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon size="xs" aria-label={copied ? 'Copied' : label} onClick={copy}>
            <Icon name={copied ? 'check' : 'copy'} size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
