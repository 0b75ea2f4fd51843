import { Anchor } from '@mantine/core'
import { notifications, Notifications } from '@mantine/notifications'
import { failureWords } from './failure-words.ts'
import { Icon } from './more-icons.tsx'
import { PageLink } from './PageLink.tsx'

export interface Act {
  label: string
  to: string
}

/** Where toasts appear. Loaded with the first one. */
export const Toasts = () => <Notifications position="bottom-right" limit={4} containerWidth={380} />

export function say(message: string, act?: Act) {
  const id = notifications.show({
    message: (
      <>
        {message}
        {act && (
          <Anchor component={PageLink} to={act.to} ml="md" onClick={() => notifications.hide(id)}>
            {act.label}
          </Anchor>
        )}
      </>
    ),
    icon: <Icon name="done" className="rk-ok" />,
    autoClose: 5000,
    withCloseButton: false,
    role: 'status',
  })
}

export function warn(title: string, message: string) {
  notifications.show({ title, message, icon: <Icon name="warning" className="rk-warn" />, autoClose: false })
}

export function sayFailed(title: string, error: unknown) {
  const { cause, advice } = failureWords(error)
  notifications.show({ title, message: `${cause}. ${advice}`, icon: <Icon name="error" className="rk-bad" />, autoClose: false })
}
