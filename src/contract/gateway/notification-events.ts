import { z } from 'zod/mini'
import type { Right } from './rights.ts'

/** The events that people can be notified of. */

interface NotificationEventDeclaration {
  /** What happened, for the table of events. */
  label: string
  /** One sentence: when it is sent. */
  about: string
  /** Only people with this right are notified; if it is about a chat, only those who have the right there. */
  needs: Right
  /** The first of a group of urgent events is sent at once. */
  isUrgent: boolean
}

export const notificationEvents = {
  waveBegan: {
    label: 'A wave begins',
    about: 'Many similar messages, or many of one author, arrive in a chat within a short time.',
    needs: 'messages.read',
    isUrgent: true,
  },
  ruleFellBack: {
    label: 'A rule was paused or stopped',
    about:
      'A rule reached one of its limits, or was stopped with the permissions of who started it. It does nothing more until someone decides.',
    needs: 'rules.read',
    isUrgent: true,
  },
  ruleMatched: {
    label: 'A rule found messages',
    about: 'A live rule found messages, and one of its actions is to notify.',
    needs: 'rules.read',
    isUrgent: true,
  },
  presetTurnedOn: {
    label: 'A mode was turned on',
    about: 'Someone turned a mode on, or a rule did.',
    needs: 'chats.read',
    isUrgent: false,
  },
  presetEnded: {
    label: 'A mode ended',
    about: 'Someone ended a mode, or it expired.',
    needs: 'chats.read',
    isUrgent: false,
  },
  severeDrift: {
    label: 'A severe outside change',
    about: 'An outside change lets people in, or removes protection.',
    needs: 'settings.read',
    isUrgent: false,
  },
  planAt90: {
    label: 'Plan at 90%',
    about: 'The account uses 90% or more of what its plan includes.',
    needs: 'account.read',
    isUrgent: false,
  },
  planExceeded: {
    label: 'Plan exceeded',
    about: 'The account uses more than its plan includes.',
    needs: 'account.read',
    isUrgent: false,
  },
  jobStuck: {
    label: 'A job is stuck',
    about: 'What Roomkeeper does in the background keeps failing.',
    needs: 'standing.read',
    isUrgent: false,
  },
  tokenRefused: {
    label: 'The service refuses the token',
    about: 'The service no longer accepts the token of the account, so nothing runs in the background.',
    needs: 'standing.read',
    isUrgent: true,
  },
  passkeyAdded: {
    label: 'A new passkey was added',
    about: 'A person of the team registered another passkey.',
    needs: 'people.read',
    isUrgent: true,
  },
} as const satisfies Record<string, NotificationEventDeclaration>

export type NotificationEvent = keyof typeof notificationEvents
export const notificationEventNames = Object.keys(notificationEvents) as NotificationEvent[]
export const Event = z.enum(notificationEventNames)

/** Events of one kind within this time are grouped into one delivery. */
export const notificationGroupMs = 2 * 60_000
/** A repeat for the same rule, chat or person is sent after this time at the earliest. */
export const notificationRepeatMs = 60 * 60_000
/** Tries per delivery. */
export const notificationTries = 5
/** Notices and deliveries are kept for this many days. */
export const notificationDays = 30
