import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Session } from '#contract/session.ts'
import { keptUnsaved, UnsavedList } from '#dashboard/platform/saving/UnsavedList.tsx'
import { clearStoredTexts, leave } from '#dashboard/platform/session/session.ts'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { typedTexts } from './typed-texts.ts'
import { TypedTexts } from './TypedTexts.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

interface EndedDialogProps {
  ended: 'removed' | 'team_off'
  session: Session & { signedIn: true }
}

/** Says that the person no longer has access. It cannot be dismissed: the page sends nothing any more. What was typed can be copied. */
export function EndedDialog({ ended, session: { account, team } }: EndedDialogProps) {
  const texts = typedTexts.use()
  const [kept] = useState(keptUnsaved)
  const name = <b className="outside">{account.name || 'this account'}</b>
  return (
    <Modal
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={ended === 'removed' ? 'You were removed from the team' : 'Team access was turned off'}
      zIndex={1000}
    >
      <Stack gap="lg">
        <div>
          {ended === 'removed' ? (
            <>An Owner removed you from {name}, so you are signed out. This page sends nothing more.</>
          ) : (
            <>People can no longer sign in to {name}, so you are signed out. This page sends nothing more.</>
          )}
        </div>
        {team && team.owners.length > 0 && (
          <div>
            If this is a mistake, ask an Owner: <span className="outside">{listed(team.owners)}</span>.
          </div>
        )}
        <TypedTexts texts={texts} />
        {kept.length > 0 && (
          <div>
            <p>Going to sign-in deletes what this browser keeps of {name}. Not saved:</p>
            <UnsavedList kept={kept} />
          </div>
        )}
        <DialogFoot>
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              clearStoredTexts()
              leave()
            }}
          >
            Go to sign-in
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
