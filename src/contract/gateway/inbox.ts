import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { boolean, id, key, listResponse } from '../values.ts'

/** What waits for a decision of a person, beside messages (review.ts). Times are milliseconds. */

/**
 * `outside`: outside changes of one chat, or of the account. `change`: a change of settings, or a mode, in which people have to decide. `hours`: opening
 * hours that ask, or that were missed. `action`: another action that was missed.
 */
export const inboxKinds = ['outside', 'change', 'hours', 'action'] as const
export type InboxKind = (typeof inboxKinds)[number]

/** Of an item. */
export const maxInboxChats = 200

const InboxItem = z.object({
  kind: z.enum(inboxKinds),
  /** Of the chat; where it is about none, the resource that was changed outside. Otherwise of the job, or of the planned action. */
  id: key,
  /** Of the job or the action; ''. */
  title: z.string(),
  /** Those that the person may see, `maxInboxChats` at most; none: it is about the account. */
  chatIds: z.array(id),
  /** Where, in words: the name of the chat, or how many there are; '' where that is not known. */
  place: z.string(),
  /** How many decisions it takes. */
  count: z.number(),
  /** It lets people in, or removes protection. */
  isSevere: boolean,
  /** It was not carried out in time. */
  isMissed: boolean,
  at: z.number(),
})
export type InboxItem = z.output<typeof InboxItem>

export const inbox = {
  inboxList: endpoint('GET /inbox', 'signed-in', 'List what waits for your decision, beside messages, newest first', {
    description: 'Only what you may decide.',
    response: listResponse(InboxItem),
  }),
}
