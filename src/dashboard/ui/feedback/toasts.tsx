import { Anchor } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { errorMessage } from './error-messages.ts'
import { Icon } from '../theme/more-icons.tsx'
import { PageLink } from '../page/PageLink.tsx'

export type ToastAction = { label: string; to: string } | { label: string; run: () => unknown }

function Message({ text, act, onClose }: { text: string; act: ToastAction | undefined; onClose: () => void }) {
  return (
    <>
      {text}
      {act && 'to' in act && (
        <Anchor component={PageLink} to={act.to} ml="md" onClick={onClose}>
          {act.label}
        </Anchor>
      )}
      {act && 'run' in act && (
        <Anchor
          component="button"
          type="button"
          ml="md"
          onClick={() => {
            onClose()
            act.run()
          }}
        >
          {act.label}
        </Anchor>
      )}
    </>
  )
}

/** Where toasts appear. Loaded with the first one. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} containerWidth={380} />

export function toast(message: string, act?: ToastAction) {
  const id = notifications.show({
    message: <Message text={message} act={act} onClose={() => notifications.hide(id)} />,
    icon: <Icon name="done" className="ok" />,
    autoClose: 5000,
    withCloseButton: false,
    role: 'status',
  })
}

export function toastWarning(title: string, message: string, act?: ToastAction) {
  const id = notifications.show({
    title,
    message: <Message text={message} act={act} onClose={() => notifications.hide(id)} />,
    icon: <Icon name="warning" className="warn" />,
    autoClose: false,
  })
}

export function toastError(title: string, error: unknown) {
  const { cause, advice } = errorMessage(error)
  notifications.show({ title, message: `${cause}. ${advice}`, icon: <Icon name="error" className="bad" />, autoClose: false })
}
