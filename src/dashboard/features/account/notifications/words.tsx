import { notificationTries } from '#contract/gateway/notification-events.ts'
import type { DeliveryState, NotificationDelivery } from '#contract/gateway/notification-deliveries.ts'
import { type NotificationChannel, webhookShapes } from '#contract/gateway/notifications.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { whenText } from '#dashboard/ui/format/time.tsx'

/** Texts about channels and deliveries. Times are milliseconds. */

export type Tone = 'ok' | 'warn' | 'bad' | 'quiet'

interface State {
  icon: IconName
  tone: Tone
  text: string
}

const states: Record<DeliveryState, State> = {
  waiting: { icon: 'clock', tone: 'quiet', text: 'Waiting' },
  delivered: { icon: 'check', tone: 'ok', text: 'Delivered' },
  failed: { icon: 'error', tone: 'bad', text: 'Failed' },
  skipped: { icon: 'minus', tone: 'quiet', text: 'Skipped' },
}

/** The result of a delivery in the log. */
export const resultOf = ({ state, tries }: Pick<NotificationDelivery, 'state' | 'tries'>): State =>
  state === 'waiting' && tries > 0 ? { icon: 'clock', tone: 'warn', text: 'Retrying' } : states[state]

export const triesText = ({ state, tries }: Pick<NotificationDelivery, 'state' | 'tries'>): string => {
  if (tries === 0) return '–'
  // Retried by hand after the last automatic try.
  if (tries > notificationTries) return count(tries)
  return tries === 1 && state !== 'waiting' ? '1' : `${count(tries)} of ${notificationTries}`
}

/** "214 ms", "1.2 s" */
export const durationText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** The kind of a channel, and its host. */
export const kindText = (channel: NotificationChannel): string =>
  channel.kind === 'email' ? 'E-mail' : `${webhookShapes[channel.shape].label} · ${channel.host}`

/** The last delivery of a channel, or why it cannot deliver. */
export function channelState(channel: NotificationChannel, now: number): State {
  if (channel.kind === 'webhook' && channel.isLocked)
    return { icon: 'error', tone: 'bad', text: 'Cannot be read: enter its address and secret again' }
  if (channel.kind === 'email' && channel.personName === '')
    return { icon: 'warning', tone: 'warn', text: 'The person no longer has an address' }
  const { last } = channel
  if (!last) return { icon: 'minus', tone: 'quiet', text: 'Nothing sent yet' }
  const time = whenText(last.at, now)
  if (last.state === 'waiting') return { icon: 'error', tone: 'bad', text: `Failing, try ${last.tries} of ${notificationTries}` }
  if (last.state === 'failed') return { icon: 'error', tone: 'bad', text: `Failed ${time}${last.result && `: ${last.result}`}` }
  const { icon, tone, text } = states[last.state]
  return { icon, tone, text: `${text} ${time}` }
}

interface Answered {
  isDelivered: boolean
  status: number | null
  error: string
}

/** The result of a test: what happened, and what to do. */
export function testWords({ isDelivered, status, error }: Answered): { title: string; advice: string } {
  const answered = status === null ? '' : `The receiver answered ${status}.`
  if (isDelivered) return { title: 'Delivered.', advice: answered }
  if (error !== '') return { title: `${error}.`, advice: answered || 'Check the address and try again.' }
  if (status === 401 || status === 403)
    return { title: answered, advice: 'It can be reached but refuses the message. Check the address and the secret.' }
  if (status === 404 || status === 410) return { title: answered, advice: 'It can be reached but does not know this address. Check it.' }
  return { title: answered, advice: 'It can be reached. Check its log.' }
}

/** A state as an icon and text. */
export const StateText = ({ icon, tone, text }: { icon: IconName; tone: Tone; text: string }) => (
  <span className={`beside gap-6 ${tone} ${tone === 'ok' || tone === 'bad' ? 'medium' : ''}`}>
    <Icon name={icon} size={14} /> <span className="outside">{text}</span>
  </span>
)
