import { Button } from './Button.tsx'
import { useState } from 'react'

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
