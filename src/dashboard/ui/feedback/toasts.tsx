import { Anchor } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { errorMessage } from './error-messages.ts'
import { Icon } from '../theme/icons.tsx'
import { PageLink } from '../page/PageLink.tsx'

export type ToastAction = { label: string; to: string } | { label: string; run: () => unknown }

function Message({ text, action, onClose }: { text: string; action: ToastAction | undefined; onClose: () => void }) {
  return (
    <>
      {text}
      {action && 'to' in action && (
        <Anchor component={PageLink} to={action.to} ml="md" onClick={onClose}>
          {action.label}
        </Anchor>
      )}
      {action && 'run' in action && (
        <Anchor
          component="button"
          type="button"
          ml="md"
          onClick={() => {
            onClose()
            action.run()
          }}
        >
          {action.label}
        </Anchor>
      )}
    </>
  )
}

/** Where toasts appear. Loaded with the first one. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} containerWidth={380} />

export function toast(message: string, action?: ToastAction) {
  const id = notifications.show({
    message: <Message text={message} action={action} onClose={() => notifications.hide(id)} />,
    icon: <Icon name="done" className="ok" />,
    autoClose: 5000,
    withCloseButton: false,
    role: 'status',
  })
}

/** Until the person closes it. */
const stays = { autoClose: false, closeButtonProps: { 'aria-label': 'Close' } } as const

export function toastWarning(title: string, message: string, action?: ToastAction) {
  const id = notifications.show({
    title,
    message: <Message text={message} action={action} onClose={() => notifications.hide(id)} />,
    icon: <Icon name="warning" className="warn" />,
    ...stays,
  })
}

export function toastError(title: string, error: unknown) {
  const { cause, advice } = errorMessage(error)
  notifications.show({ title, message: `${cause}. ${advice}`, icon: <Icon name="error" className="bad" />, ...stays })
}
