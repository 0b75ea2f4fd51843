import type { Plan } from '#contract/account.ts'
import type { Query } from '../database/database.ts'
import type { Notify } from './notify.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** Notifications of the individual events, with their texts. */

interface PresetOfEvent {
  id: string
  name: string
  chatIds: readonly number[]
}

interface ActorOfEvent {
  /** The name. */
  by: string
  /** As in NewNotification. */
  actingPerson: string | null
}

const presetEvent =
  (event: 'presetTurnedOn' | 'presetEnded', title: (by: string, name: string) => string) =>
  (notify: Notify, workspace: string, { id, name, chatIds }: PresetOfEvent, { by, actingPerson }: ActorOfEvent, query: Query) =>
    notify(
      workspace,
      {
        event,
        subject: `preset ${id}`,
        chatIds,
        cause: { kind: 'preset', id, title: name },
        by: actingPerson,
        title: title(by, name),
        text: '',
        link: '/presets',
      },
      query,
    )

export const notifyPresetOn = presetEvent('presetTurnedOn', (by, name) => `${by} turned on the preset “${name}”`)
export const notifyPresetEnded = presetEvent('presetEnded', (by, name) => `${by} ended the preset “${name}”`)

/** @param chatId 0: the account  @param count number of severe changes */
export const notifySevereDrift = (
  notify: Notify,
  workspace: string,
  { chatId, chatName }: { chatId: number; chatName: string },
  count: number,
  query: Query,
) =>
  notify(
    workspace,
    {
      event: 'severeDrift',
      subject: 'drift',
      chatIds: chatId === 0 ? [] : [chatId],
      cause: { kind: 'drift', id: 'check', title: 'Drift watch' },
      title: `Severe drift in ${chatId === 0 ? 'the account' : chatTitle({ chatId, name: chatName })}`,
      text: `${count === 1 ? 'A change' : `${count} changes`} from outside may let people in, or remove protection.`,
      link: '/drift',
    },
    query,
  )

/** @param consequence the beginning of a sentence, such as "Nothing runs on its own" */
export const notifyTokenRefused = (notify: Notify, workspace: string, consequence: string) =>
  notify(workspace, {
    event: 'tokenRefused',
    subject: 'token',
    cause: { kind: 'hand' },
    title: 'The service refuses the token of the account',
    text: `${consequence} until an Owner enters a token that it accepts.`,
    link: '/account/team',
  })

export const notifyPasskeyAdded = (notify: Notify, workspace: string, person: { name: string }, passkey: { id: string; name: string }) =>
  notify(workspace, {
    event: 'passkeyAdded',
    subject: `passkey ${passkey.id}`,
    cause: { kind: 'hand' },
    title: `New passkey of ${person.name}`,
    text: `${person.name} can sign in with “${passkey.name}” from now on. If that was somebody else, remove it.`,
    link: '/account/team',
  })

export const notifyJobStuck = (
  notify: Notify,
  workspace: string,
  { title, kind, key, chatIds }: { title: string; kind: string; key: string; chatIds: readonly number[] },
  query: Query,
) =>
  notify(
    workspace,
    {
      event: 'jobStuck',
      subject: `${kind} ${key}`,
      chatIds,
      cause: { kind: 'hand' },
      title: `“${title}” keeps failing`,
      text: 'Several attempts failed. Roomkeeper keeps trying.',
      link: '/account/standing',
    },
    query,
  )

/** The usage of a plan at which people are notified. */
const planShare = 0.9

/** Notifies once for as long as the state lasts. */
export async function notifyPlan(notify: Notify, workspace: string, plan: Plan): Promise<void> {
  const parts = [
    { name: 'Chats', used: plan.usedRooms, limit: plan.rooms },
    { name: 'Admins', used: plan.usedAdmins, limit: plan.admins },
    { name: 'Keywords', used: plan.usedKeywords, limit: plan.keywords },
  ].flatMap(({ name, used, limit }) => (used === null || limit === null || limit === 0 ? [] : [{ name, used, limit }]))
  const over = parts.filter(({ used, limit }) => used > limit)
  const near = parts.filter(({ used, limit }) => used >= limit * planShare)
  const isOver = plan.exceed || over.length > 0
  if (!isOver && near.length === 0) return
  await notify(workspace, {
    event: isOver ? 'planExceeded' : 'planAt90',
    subject: 'plan',
    lasts: true,
    cause: { kind: 'hand' },
    title: isOver ? 'The account is over its plan' : 'The account uses 90% or more of its plan',
    text: (isOver ? over : near).map(({ name, used, limit }) => `${name}: ${used} of ${limit}.`).join(' '),
    link: '/account',
  })
}
