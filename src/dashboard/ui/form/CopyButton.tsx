import { Button, IconButton } from './Button.tsx'
import { CopyButton as MantineCopyButton } from '@mantine/core'
import { Tooltip } from '../overlay/Tooltip.tsx'
import { useState } from 'react'

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

interface CopyTextButtonProps {
  text: string
  label: string
  variant?: 'default' | 'filled'
  size?: 'xs' | 'sm'
  onCopied?: () => void
  /** The dialog around it opens with the focus on it. */
  isFocused?: boolean
}

/** A button with words that copies a text, and says that it did. */
export function CopyTextButton({ text, label, variant = 'default', size = 'sm', onCopied, isFocused }: CopyTextButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied?.()
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        variant={variant}
        size={size}
        icon={state === 'copied' ? 'check' : 'copy'}
        data-autofocus={isFocused || undefined}
        onClick={() => void copy()}
      >
        {state === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status" className={state === 'failed' ? 'help' : 'visually-hidden'}>
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser does not allow copying. Select the text and copy it.' : ''}
      </span>
    </>
  )
}
