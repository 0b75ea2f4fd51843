import { z } from 'zod/mini'
import { maxMessageBytes, MessageDraft } from '#contract/messages.ts'
import { byteLength } from '#contract/values.ts'
import { sameText, type PostBody } from '#engine/sending/post-message.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** Validates a message to post, and remembers what was sent. */

/** The fields of the form. An empty field is ''. */
export interface PostFields {
  text: string
  username: string
  image: string
}

/** An issue that does not stop the validation of further rules. */
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

/** UTF-8 bytes over the limit, as the service counts; negative below it. */
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

export const bodyOf = ({ text, username, image }: PostFields): PostBody => ({
  text,
  ...(username && { username }),
  ...(image && { image }),
})

const SentList = z.array(z.object({ text: z.string(), at: z.number() }))
/** Messages that were sent from this browser, with or without an answer; `at` in milliseconds. */
export type Sent = z.output<typeof SentList>

/** @param kept JSON; anything invalid, for example from another release, is read as empty */
export function readSent(kept: string | null): Sent {
  try {
    return SentList.parse(JSON.parse(kept ?? '[]'))
  } catch {
    return []
  }
}

/** Sending the same text again within this time may be a mistake, so it needs confirmation. */
const repeatWindowMs = 120_000

/** The recent messages with one more. @param now milliseconds */
export const withSent = (sent: Sent, text: string, now: number): Sent => [...recent(sent, now), { text, at: now }]

// `at <= now` drops entries from the future, which a clock that was set back would keep forever.
const recent = (sent: Sent, now: number) => sent.filter(({ at }) => now - at < repeatWindowMs && at <= now)

/** How long ago the same text was sent to the chat, in seconds; null if two minutes ago or more. @param now milliseconds */
export function secondsSinceLastSent(sent: Sent, text: string, now: number): number | null {
  const last = recent(sent, now).findLast((other) => sameText(other.text) === sameText(text))
  return last ? Math.round((now - last.at) / 1000) : null
}
