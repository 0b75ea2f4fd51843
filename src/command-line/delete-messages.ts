import { z } from 'zod/mini'
import { maxDeleteBatchSize } from '#contract/messages.ts'
import { chatParams, id } from '#contract/values.ts'
import { type DeletionReceipt, deleteMessages } from '#engine/jobs/deletion/delete-messages.ts'
import { deletionInput, deletionPort } from '#engine/jobs/deletion/read-back.ts'
import { createPageTrail, readPages, stuckFailure } from '#engine/jobs/read-pages.ts'
import type { Connection } from './connection.ts'
import { type Field, fieldsIn } from './fields.ts'
import type { CommandOutcome, CommandRequest, CommandResult, OwnCommand } from './own-command.ts'
import { checked } from './usage-error.ts'

const maxIds = 10_000

const seconds = (name: string, description: string): Field => ({
  name,
  place: 'query',
  isRequired: false,
  schema: { type: 'number', description },
})

export const MessageIds = z
  .array(id)
  .check(z.minLength(1, 'must name at least one message'), z.maxLength(maxIds, `must name at most ${maxIds} messages`))
export const TimeRange = z.object({ from: z.optional(z.number()), to: z.optional(z.number()) })

type DeletionRun = Pick<CommandRequest, 'connection' | 'interrupted' | 'onProgress'>

/** A message that was found in the chat. */
export interface FoundMessage {
  id: number
  time: number
  userName: string
  text: string
}

export const deleteMessagesCommand: OwnCommand = {
  summary: 'Delete messages',
  description:
    'Finds the messages, deletes them, and reads the chat to see which are gone. What is not in the chat is not sent. In a large chat --from and --to say where to look.',
  right: 'messages.delete',
  isWrite: true,
  isDestructive: true,
  fields: [
    ...fieldsIn('params', chatParams),
    { name: 'messageIds', place: 'params', schema: { type: 'array', items: { type: 'integer' } }, isRequired: true, isRest: true },
    seconds('from', 'Look for the messages from this time on, in seconds since 1970.'),
    seconds('to', 'Look for the messages up to this time, in seconds since 1970.'),
  ],
  run: async (request) => {
    const { chatId } = checked(chatParams, { chatId: request.values['chatId'] })
    const typed = request.values['messageIds'] as (string | number)[]
    const ids = new Set(checked(MessageIds, typed.map(Number)))
    const { from, to } = request.values
    const found = await findMessages(request, chatId, ids, checked(TimeRange, { from, to }))
    const missing = [...ids].filter((messageId) => !found.some((message) => message.id === messageId))
    if (found.length === 0 && missing.length > 0)
      return { outcome: 'failed', data: { deleted: [], missing }, text: 'None of these messages is in the chat. Nothing was sent.' }
    if (request.isDryRun) await sendFirstBatches(request.connection, chatId, found)
    return resultOf(await deleteFound(request, chatId, found), missing)
  },
}

/** The messages of these ids that are in the chat, newest first. Rejects with a Failure, also where the chat can’t be read to its end. */
export async function findMessages(
  { connection: { call, messageLimit }, onProgress }: Omit<DeletionRun, 'interrupted'>,
  chatId: number,
  ids: ReadonlySet<number>,
  range: { from?: number | undefined; to?: number | undefined } = {},
): Promise<FoundMessage[]> {
  const found = new Map<number, FoundMessage>()
  const { from, to } = range
  const trail = createPageTrail()
  const limit = await messageLimit()
  const outcome = await readPages({
    readPage: async (next, signal) => {
      const query = {
        fast: true as const,
        limit,
        reverse: true,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(next !== null && { next }),
      }
      const page = await call('messageList', { params: { chatId }, query }, { signal })
      return { messages: page.data, next: page.next }
    },
    start: null,
    addPage: (page) => {
      for (const { messageId, time, userName, text } of page.messages)
        if (ids.has(messageId)) found.set(messageId, { id: messageId, time, userName, text })
      return { verdict: found.size === ids.size ? 'end' : trail.add(page), next: page.next }
    },
    onHeld: (failure) => failure && onProgress('Nothing gets through at the moment. Waiting …'),
    // Until something is sent, an interruption ends the process.
    signal: new AbortController().signal,
    pausePoint: () => Promise.resolve(),
    patienceMs: 60_000,
  })
  if (outcome === 'stuck') throw stuckFailure()
  if (typeof outcome === 'object') throw outcome.error
  return [...found.values()].toSorted((one, other) => other.time - one.time || other.id - one.id)
}

/** Of a dry run: each request is planned, and none is sent. */
async function sendFirstBatches({ call }: Connection, chatId: number, found: readonly FoundMessage[]): Promise<void> {
  const ids = found.map((message) => message.id)
  const planned: Promise<unknown>[] = []
  for (let start = 0; start < ids.length; start += maxDeleteBatchSize)
    planned.push(call('messageDeleteSome', { params: { chatId }, body: ids.slice(start, start + maxDeleteBatchSize) }))
  const ended = await Promise.allSettled(planned)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

/** Deletes messages as the page does, and finds out what became of each. Rejects with a Failure where nothing gets through. */
export async function deleteFound(
  { connection, interrupted, onProgress }: DeletionRun,
  chatId: number,
  found: readonly FoundMessage[],
): Promise<DeletionReceipt> {
  let last = -1
  return deleteMessages({
    input: deletionInput(found),
    port: deletionPort(chatId, connection.call),
    control: { signal: interrupted(), pausePoint: () => Promise.resolve() },
    onProgress: ({ done, total, isChecking, heldBy }) => {
      if (heldBy) return onProgress('Nothing gets through at the moment. Waiting …')
      if (done === last) return
      last = done
      onProgress(isChecking ? `Checking ${total} messages …` : `${done} of ${total} messages sent …`)
    },
  })
}

/** @param missing ids that were not in the chat */
export function resultOf(receipt: DeletionReceipt, missing: readonly number[]): CommandResult {
  const { deleted, notDeleted, unknown, notTried } = receipt
  const outcome: CommandOutcome = unknown.length > 0 ? 'unknown' : notDeleted.length + notTried.length > 0 ? 'failed' : 'done'
  const lines = [
    `Deleted: ${deleted.length}`,
    missing.length > 0 && `Not in the chat: ${missing.join(', ')}`,
    ...notDeleted.map((left) => `Not deleted: ${left.id}${left.reason === null ? '' : ` (${left.reason})`}`),
    unknown.length > 0 && `Outcome unknown: ${unknown.join(', ')}. They were sent, and the chat could not be read.`,
    notTried.length > 0 && `Not sent: ${notTried.join(', ')}`,
  ]
  return { outcome, data: { ...receipt, missing }, text: lines.filter(Boolean).join('\n') }
}
