import { Button } from '#dashboard/ui/form/Button.tsx'
import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { useOpenWork } from '#dashboard/platform/saving/open-work.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { CopyTextButton } from '#dashboard/ui/form/CopyTextButton.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import classes from './team.module.css'

interface SecretDrawerProps {
  title: string
  /** What somebody can do who has it. */
  warning: ReactNode
  /** “One-time link”, and on the button “Copy link”. */
  label: string
  copyLabel: string
  secret: string
  facts: { label: string; value: ReactNode }[]
  /** What comes next. */
  help: ReactNode
  revokeLabel: string
  onRevoke: () => void
  /** What is asked where somebody closes before they copied it. */
  unsaved: { title: string; body: string }
  onClose: () => void
}

/** A secret, the only time that it is shown. Leaving before it was copied asks. */
export function SecretDrawer({ title, warning, label, copyLabel, secret, facts, help, unsaved, ...actions }: SecretDrawerProps) {
  const { revokeLabel, onRevoke, onClose } = actions
  const [isCopied, setCopied] = useState(false)

  useOpenWork(isCopied ? null : label)

  const close = () => (isCopied ? onClose() : confirm({ ...unsaved, confirmLabel: 'Close', danger: true, run: async () => onClose() }))

  return (
    <BarDrawer title={title} onClose={close}>
      <div className={barDrawer.column}>
        <div className={barDrawer.fields}>
          <Banner>{warning}</Banner>
          <div>
            <div className={`row wrap ${classes.secret}`}>
              {/* It may be cut off: a secret is copied, not read. */}
              <TextInput label={label} value={secret} readOnly className="grow" onFocus={(event) => event.currentTarget.select()} />
              <CopyTextButton variant="filled" label={copyLabel} text={secret} isFocused onCopied={() => setCopied(true)} />
            </div>
            <p className="help mt-4">Only a hash of it is stored, so nobody can look it up later.</p>
          </div>
          <KeyValue>
            {facts.map(({ label: name, value }) => (
              <Fact key={name} name={name} className="outside">
                {value}
              </Fact>
            ))}
          </KeyValue>
          <p className="help">{help}</p>
        </div>
        <footer className={barDrawer.bar}>
          <Button tone="danger" onClick={onRevoke}>
            {revokeLabel}
          </Button>
          <Button className="push" onClick={close}>
            Done
          </Button>
        </footer>
      </div>
    </BarDrawer>
  )
}
