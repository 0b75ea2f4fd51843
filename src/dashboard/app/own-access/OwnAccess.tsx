import type { OwnPart } from '#dashboard/app/shell/PersonMenu.tsx'
import { MyPasskeys } from './MyPasskeys.tsx'
import { MySessions } from './MySessions.tsx'
import { Button, Modal, Stack } from '@mantine/core'
import { recoveryCodeCount } from '#contract/workspace/own-access.ts'
import { RecoveryCodes } from '#dashboard/app/sign-in/RecoveryCodes.tsx'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'

const parts = { passkeys: MyPasskeys, sessions: MySessions, codes: NewRecoveryCodes }

/** What a person manages of their own access. */
export function OwnAccess({ part, onClose }: { part: OwnPart; onClose: () => void }) {
  const Part = parts[part]
  return <Part onClose={onClose} />
}

/** Makes new recovery codes and shows them once. It stays open until they are saved. */
function NewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const { mutate, data, isPending, error } = useWorkspaceAction('myRecoveryCodesCreate', async (send) => {
    const answer = await send('myRecoveryCodesCreate', { body: {} })
    await refreshWorkspace('meRead')
    return answer.data.codes
  })
  const mayClose = data === undefined && !isPending
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={mayClose}
      closeOnClickOutside={mayClose}
      title={data ? 'Save your recovery codes' : 'Make new recovery codes?'}
    >
      {data ? (
        <RecoveryCodes codes={data} doneLabel="Done" size="sm" onDone={onClose} />
      ) : (
        <Stack gap="lg">
          <div>You get {recoveryCodeCount} new codes, each of which works once. Your old codes stop working at once.</div>
          {error !== null && (
            <Banner tone="bad">
              <b>{readErrorMessage(error).cause}.</b> {readErrorMessage(error).advice}
            </Banner>
          )}
          <DialogFoot>
            <Button data-autofocus onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button variant="filled" loading={isPending} onClick={() => mutate()}>
              Make new codes
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Modal>
  )
}
