import { Modal, Stack } from '@mantine/core'
import { giveUp } from '../sign-in.ts'
import { listed } from '../ui/numbers.ts'
import { SignInForm } from './SignInForm.tsx'

/** @param waiting what goes on afterwards, in words */
export function SignInAgainDialog({ account, waiting }: { account: { id: number; name: string; email: string }; waiting: string[] }) {
  return (
    <Modal opened onClose={() => {}} closeOnEscape={false} closeOnClickOutside={false} title="Your session ended" zIndex={1000}>
      <Stack gap="lg">
        <div>
          Sign in again as <b className="outside">{account.name || account.email}</b>. Everything on the page stays as it is; then this goes
          on: {listed([...new Set(waiting)]).toLowerCase()}.
        </div>
        <SignInForm account={account.id} act="Sign in and go on" onDone={() => {}} onCancel={giveUp} />
      </Stack>
    </Modal>
  )
}
