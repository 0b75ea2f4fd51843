import { Button } from '#dashboard/ui/form/Button.tsx'
import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from './actions.ts'
import type { Confirmation } from './confirm.tsx'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

export function ConfirmDialog({ title, body, confirmLabel, typed, danger, writes, run, onClose }: Confirmation & { onClose: () => void }) {
  const [text, setText] = useState('')
  const { mutate, isPending: running, error } = useAction(writes ?? null, (send) => run(send))
  const ready = typed === undefined || text.trim() === typed.trim()

  return (
    <Modal
      opened
      onClose={onClose}
      title={<TruncatedText text={title} lines={3} />}
      closeOnClickOutside={!running}
      closeOnEscape={!running}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) mutate(undefined, { onSuccess: onClose })
        }}
      >
        <Stack gap="lg">
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
                  Type{' '}
                  <Text component="b" className="outside typed" inherit>
                    {typed}
                  </Text>{' '}
                  to go on
                </>
              }
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              disabled={running}
            />
          )}
          <DialogFoot>
            <Button data-autofocus onClick={onClose} disabled={running}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" tone={danger ? 'danger' : undefined} loading={running} blocked={!ready}>
              {confirmLabel}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
