import { Button } from '#dashboard/ui/form/Button.tsx'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { downloadText } from '#dashboard/ui/format/download.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './sign-in.module.css'
import { CopyTextButton } from '#dashboard/ui/form/CopyButton.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The label of the button that goes on. */
  doneLabel: string
  onDone: () => void
  size?: 'sm' | 'md'
}

/** Recovery codes, which are shown this once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, doneLabel, onDone, size = 'md' }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false)
  const text = `Recovery codes for Roomkeeper, ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="stack gap-16">
      <ul className={`code ${classes.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row gap-8">
        <CopyTextButton size="xs" label="Copy" text={text} />
        <Button size="xs" icon="download" onClick={() => downloadText('roomkeeper-recovery-codes.txt', text)}>
          Download
        </Button>
        <span className="inline-row warn fz-help push">
          <Icon name="warning" size={14} /> Shown once
        </span>
      </div>
      <Checkbox label="I have saved these codes" checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <div>
        <Button
          size={size}
          fullWidth
          variant={isSaved ? 'filled' : 'default'}
          blocked={!isSaved && 'save-first'}
          onClick={() => isSaved && onDone()}
        >
          {doneLabel}
        </Button>
        {!isSaved && (
          <p className="help mt-8" id="save-first">
            Save the codes and tick the box first.
          </p>
        )}
      </div>
    </div>
  )
}
