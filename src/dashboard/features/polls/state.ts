import type { Poll } from '#contract/polls.ts'
import { textDateToSeconds } from '#dashboard/ui/format/time.tsx'
import { totalOf } from '#engine/polls/poll-text.ts'

/** The state of a poll, derived from its dates. The values of `status` are not documented, so it is only displayed (docs/assumptions.md row 7). */
export type PollState = 'open' | 'published' | 'unsent' | 'deleted'

export const stateLabels: Record<PollState, string> = {
  open: 'Open',
  published: 'Published',
  unsent: 'Never sent',
  deleted: 'Deleted',
}

export function stateOf(poll: Poll): PollState {
  const { lastSentDate: sent, publishedDate: published, dateDeleted } = poll
  if (dateDeleted !== null) return 'deleted'
  if (published !== null) return sent !== null && isLater(sent, published) ? 'open' : 'published'
  // Votes prove that the poll was sent, even if it has no sent date.
  return sent !== null || totalOf(poll) > 0 ? 'open' : 'unsent'
}

/** The status that the bundled service sends for each state. It adds nothing to the badge. */
const usualStatus: Record<PollState, string> = { open: 'sent', published: 'published', unsent: 'draft', deleted: 'deleted' }

/** Whether the status of the service says more than the state that is derived from the dates. */
export const saysMore = (poll: Poll): boolean => poll.status.trim() !== '' && poll.status.trim() !== usualStatus[stateOf(poll)]

/** Whether the poll was sent again after it was published. Dates that cannot be parsed do not count. */
function isLater(date: string, other: string): boolean {
  const [a, b] = [textDateToSeconds(date), textDateToSeconds(other)]
  return a !== null && b !== null && a > b
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * "14 Nov 13:58", with the year unless it is the current one; the digits as sent, because dates carry no time zone (docs/assumptions.md row 20).
 * A date of another shape is shown as it is.
 */
export function shownDate(date: string, year = new Date().getFullYear()): string {
  const found = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(date)
  const month = found && months[Number(found[2]) - 1]
  if (!found || !month) return date
  return `${Number(found[3])} ${month}${Number(found[1]) === year ? '' : ` ${found[1]}`} ${found[4]}`
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text for a title or a toast: at most 60 graphemes on one line. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const parts = [...graphemes.segment(line.slice(0, 1000))].map(({ segment }) => segment)
  return parts.length > 60 ? `${parts.slice(0, 59).join('')}…` : line || 'without a question'
}

export const quoted = (text: string) => `“${short(text)}”`
