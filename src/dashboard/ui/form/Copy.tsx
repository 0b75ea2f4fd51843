import { ActionIcon, CopyButton } from '@mantine/core'
import { Icon } from '../theme/more-icons.tsx'
import { Tip } from '../overlay/Tip.tsx'

/** A button that copies a text and says that it did. */
export function Copy({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tip label={copied ? 'Copied' : label}>
          <ActionIcon size="xs" aria-label={copied ? 'Copied' : label} onClick={copy}>
            <Icon name={copied ? 'check' : 'copy'} size={14} />
          </ActionIcon>
        </Tip>
      )}
    </CopyButton>
  )
}
