import { type NotificationEvent, notificationEventNames, notificationEvents } from '#contract/gateway/notification-events.ts'
import type { NotificationChannel, NotificationChannelDraft, Notifications, WebhookShape } from '#contract/gateway/notifications.ts'
import { type Problems, resolverOf } from '#dashboard/ui/form/form-errors.tsx'

/** A channel as form fields. */

/** Stands for the account’s own address (null), because a select has no null value. */
export const accountRecipient = 'account'

export interface ChannelFields {
  kind: 'webhook' | 'email'
  name: string
  shape: WebhookShape
  address: string
  secret: string
  /** Whether the stored secret is removed, so that messages are no longer signed. */
  removesSecret: boolean
  personId: string
  /** Only for a new channel; those of existing channels are in the table of events. */
  events: NotificationEvent[]
}

const maxName = 60
const maxAddress = 2000
const minSecret = 16
const maxSecret = 200

export function channelFields(channel: NotificationChannel | null, { recipients }: Notifications): ChannelFields {
  const [first] = recipients
  const blank: ChannelFields = {
    kind: 'webhook',
    name: '',
    shape: 'roomkeeper',
    address: '',
    secret: '',
    removesSecret: false,
    personId: first ? (first.personId ?? accountRecipient) : '',
    events: notificationEventNames.filter((event) => notificationEvents[event].isUrgent),
  }
  if (!channel) return blank
  const { kind, name } = channel
  return channel.kind === 'webhook'
    ? { ...blank, kind, name, shape: channel.shape }
    : { ...blank, kind, name, personId: channel.personId ?? accountRecipient }
}

/** The draft for the request. An empty address or secret keeps the stored one. */
export function channelDraft({ kind, name, shape, address, secret, removesSecret, personId }: ChannelFields): NotificationChannelDraft {
  if (kind === 'email') return { kind, name: name.trim(), personId: personId === accountRecipient ? null : personId }
  return {
    kind,
    name: name.trim(),
    shape,
    ...(address.trim() !== '' && { address: address.trim() }),
    ...(secret !== '' ? { secret } : removesSecret && shape !== 'roomkeeper' ? { secret: '' } : {}),
  }
}

/** @param stored the channel that is changed; null: a new one, which needs all fields */
export const channelResolver = (stored: NotificationChannel | null) =>
  resolverOf<ChannelFields>(({ kind, name, shape, address, secret, personId }) => {
    const webhook = stored?.kind === 'webhook' && !stored.isLocked ? stored : null
    const problems: Problems<ChannelFields> = {}
    if (name.trim() === '') problems.name = 'Enter a name'
    else if (name.trim().length > maxName) problems.name = `At most ${maxName} characters`
    if (kind === 'webhook') {
      if (address.trim() === '' && !webhook) problems.address = 'Enter the address that the receiver gave you'
      else if (address.length > maxAddress) problems.address = `At most ${maxAddress} characters`
      const keepsSecret = webhook?.hasSecret === true && address.trim() === ''
      if (secret === '' && shape === 'roomkeeper' && !keepsSecret) problems.secret = 'Enter a secret, or generate one'
      else if (secret !== '' && (secret.length < minSecret || secret.length > maxSecret))
        problems.secret = `Use ${minSecret} to ${maxSecret} characters`
    } else if (personId === '') problems.personId = 'Choose who receives it'
    return problems
  })

/** 32 random bytes, hexadecimal. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
