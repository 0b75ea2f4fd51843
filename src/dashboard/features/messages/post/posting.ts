import { z } from 'zod/mini'
import { maxMessageBytes, MessageDraft, type Message } from '#contract/messages.ts'
import { byteLength } from '#contract/values.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** What may be posted, what was posted before, and how a message is recognised in the chat. */

/** The fields of the form. '' where a field is empty. */
export interface PostFields {
  text: string
  username: string
  image: string
}

/** Adds one more issue without keeping the rules after it from being looked at. */
const problem = (message: string, input: unknown, path: string[] = []) => ({
  code: 'custom' as const,
  message,
  input,
  path,
  continue: true,
})

export const PostDraft = z
  .object({
    text: z.string().check(({ value, issues }) => {
      const found = textProblem(value)
      if (found) issues.push(problem(found, value))
    }),
    username: z.string().check(z.trim(), z.maxLength(200, 'must have at most 200 characters')),
    image: z.string().check(z.trim()),
  })
  .check(({ value, issues }) => {
    const found = imageProblem(value)
    if (found) issues.push(problem(found, value.image, ['image']))
  })

/** Negative below the limit. UTF-8 bytes, as the service counts. */
export const bytesOver = (text: string): number => byteLength(text) - maxMessageBytes

function textProblem(text: string): string | null {
  if (text.trim() === '') return 'Enter a message'
  const over = bytesOver(text)
  if (over > 0) return `${counted(over, 'byte')} over the limit of ${count(maxMessageBytes)}`
  return MessageDraft.shape.text.safeParse(text).error?.issues[0]?.message ?? null
}

function imageProblem({ image, username }: PostFields): string | null {
  if (image === '') return null
  if (!URL.canParse(image) || new URL(image).protocol !== 'https:') return 'Enter a full address that starts with https://'
  // The service ignores an image without a name: docs/assumptions.md row 13.
  if (username === '') return 'The chat shows an image only next to a name. Enter a name or remove the image.'
  return MessageDraft.shape.image.safeParse(image).error?.issues[0]?.message ?? null
}

export const bodyOf = ({ text, username, image }: PostFields) => ({ text, ...(username && { username }), ...(image && { image }) })
export type PostBody = ReturnType<typeof bodyOf>

const SentList = z.array(z.object({ text: z.string(), at: z.number() }))
/** Messages that were sent from this browser, whether or not an answer came; `at` in milliseconds. */
export type Sent = z.output<typeof SentList>

/** @param kept JSON; what is not ours, or of another release, counts as nothing */
export function readSent(kept: string | null): Sent {
  try {
    return SentList.parse(JSON.parse(kept ?? '[]'))
  } catch {
    return []
  }
}

/** The same text again within this time looks like a slip, in milliseconds. */
const slipWithin = 120_000

/** Those that still count, with one more. @param now milliseconds */
export const withSent = (sent: Sent, text: string, now: number): Sent => [...recent(sent, now), { text, at: now }]

// A clock that was set back must not keep them for ever.
const recent = (sent: Sent, now: number) => sent.filter(({ at }) => now - at < slipWithin && at <= now)

/** How long ago the same text was sent to the chat, in seconds; null when that is two minutes or more. @param now milliseconds */
export function sentBefore(sent: Sent, text: string, now: number): number | null {
  const last = recent(sent, now).findLast((other) => plain(other.text) === plain(text))
  return last ? Math.round((now - last.at) / 1000) : null
}

/** Services may trim what they keep, and write line ends in their way. */
const plain = (text: string) => text.replaceAll('\r\n', '\n').normalize().trim()

/** What the chat held before a message was sent. */
export interface Before {
  ids: ReadonlySet<number>
  /** Seconds of the service's clock, whatever ours says: everything later is in `ids` or came after. undefined: all of the chat is known. */
  from: number | undefined
}

/** @param page the newest of the chat @param isAll whether there are no older ones */
export function roomBefore(page: readonly Message[], isAll: boolean): Before {
  const ids = new Set(page.map(({ messageId }) => messageId))
  const times = page.map(({ time }) => time)
  const [oldest, newest] = [Math.min(...times), Math.max(...times)]
  // Behind the edge of the page more may lie of the same second; but then never later than the newest.
  return { ids, from: isAll || page.length === 0 ? undefined : Math.min(Math.floor(newest), Math.floor(oldest) + 1) }
}

/** Whether a message of the chat is the one that was sent. Without a name the service writes one of its own, which is not shown anywhere. */
export const isTheSent = ({ text, username }: PostBody, known: Before, message: Message): boolean =>
  !known.ids.has(message.messageId) &&
  plain(message.text) === plain(text) &&
  (username === undefined || plain(message.userName) === plain(username))
