import { TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAction } from './actions.ts'
import type { WriteName } from '#contract/client.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'

export interface Confirmation {
  /** The question with the name of the object: “Delete Nachtcafé Köln?” */
  title: string
  body: ReactNode
  confirmLabel: string
  typed?: string
  danger?: boolean
  /** The endpoint that `run` writes to; none: it sends nothing. */
  writes?: WriteName
  /** Performs the action. The dialog stays open until it resolves, and shows the error when it rejects. */
  run: (send: SendRequest) => Promise<void>
}

export function ConfirmDialog({ title, body, confirmLabel, typed, danger, writes, run, onClose }: Confirmation & { onClose: () => void }) {
  const [text, setText] = useState('')
  const { mutate, isPending: running, error } = useAction(writes ?? null, (send) => run(send))
  return (
    <FormDialog
      title={<TruncatedText text={title} lines={3} />}
      submit={confirmLabel}
      danger={danger}
      blocked={typed !== undefined && text.trim() !== typed.trim()}
      isBusy={running}
      onClose={onClose}
      onSubmit={() => mutate(undefined, { onSuccess: onClose })}
    >
      {error !== null && (
        <Banner tone="bad">
          <FailedChange error={error} title="Not done." named />
        </Banner>
      )}
      <div className="prose">{body}</div>
      {typed !== undefined && (
        <TextInput
          label={
            <>
              Type <b className="outside typed">{typed}</b> to go on
            </>
          }
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          disabled={running}
        />
      )}
    </FormDialog>
  )
}
