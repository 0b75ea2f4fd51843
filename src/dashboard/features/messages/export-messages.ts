import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { runHere } from '#dashboard/platform/jobs/page-jobs.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { csv, csvRow } from '#dashboard/ui/format/csv.ts'
import { download, inFileName } from '#dashboard/ui/format/download.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { createPageTrail, type ReadOutcome, readPages } from '#engine/jobs/read-pages.ts'
import { causeOf, pagesFailed } from './load-all.ts'
import { newestFirst, readPage, type TimeRange } from './read.ts'
import { formatRange } from './time-range.ts'

/** Messages are written in batches, so that the page stays responsive. */
const atOnce = 2000

/** Saves loaded messages as a file. @param messages newest first */
export async function exportList(
  chat: Chat,
  what: 'selected' | 'shown' | 'loaded',
  messages: readonly Message[],
  format: Format,
): Promise<void> {
  const [newest, oldest] = [messages[0], messages.at(-1)]
  if (!newest || !oldest) return toastWarning('Nothing was exported', 'There is no message to export.')
  const file = createFile(format)
  for (let start = 0; start < messages.length; start += atOnce) {
    file.add(messages.slice(start, start + atOnce))
    await new Promise((go) => setTimeout(go))
  }
  download(fileName({ chatName: chatTitle(chat), what, range: { from: oldest.time, to: newest.time }, format }), file.content())
  toast(`${counted(file.count(), 'message')} exported`)
}

/** Reading ends when the service has not answered for this long, in milliseconds. */
const patienceMs = 20_000

/** Reads a whole range from the service and saves it as a file, in a job. After a failure or a stop, the messages read so far are saved as a partial file. */
export function exportRange(chat: Chat, range: TimeRange, format: Format): Promise<void> {
  const words = formatRange(range)
  const job = { kind: 'messages-export', title: `Exporting ${words}`, place: chatTitle(chat), chatId: chat.id }
  return runHere(job, async ({ progress, ...control }) => {
    const file = createFile(format)
    const trail = createPageTrail()
    const end = await readPages({
      ...control,
      readPage: (next, signal) => readPage(chat.id, range, next, signal),
      start: null,
      addPage: (page) => {
        file.add(page.messages.toSorted(newestFirst))
        progress(file.count())
        return { verdict: trail.add(page), next: page.next }
      },
      patienceMs,
    })
    const isPartial = end !== 'complete'
    const oldest = file.oldest()
    if (oldest === undefined) return receipt(words, 0, end)
    const covered = isPartial ? { ...range, from: oldest } : range
    download(fileName({ chatName: chatTitle(chat), what: 'range', range: covered, format, isPartial }), file.content())
    return receipt(words, file.count(), end)
  })
}

function receipt(words: string, saved: number, end: ReadOutcome): Receipt {
  const figures = [{ label: 'Saved', value: saved }]
  const kept = saved > 0 ? `The newest ${counted(saved, 'message')} are in a file marked “partial”` : 'Nothing was saved'
  if (end === 'complete') return { title: saved > 0 ? `Exported ${words}` : `Nothing to export in ${words}`, figures }
  if (end === 'stopped') return { title: `Export stopped. ${kept}`, figures }
  return { title: `Export incomplete: ${causeOf(end)}. ${kept}`, figures: [...figures, ...pagesFailed(end)] }
}

interface Writing {
  label: string
  extension: string
  type: string
  begin: string
  message: (message: Message) => string
  between: string
  end: string
}

export const formats = {
  csv: {
    label: 'CSV',
    extension: 'csv',
    type: 'text/csv;charset=utf-8',
    begin: csv(['id', 'time', 'unix seconds', 'user id', 'name', 'text', 'image'], []),
    message: ({ messageId, time, userId, userName, text, image }) => csvRow([messageId, utc(time), time, userId, userName, text, image]),
    between: '',
    end: '',
  },
  json: {
    label: 'JSON',
    extension: 'json',
    type: 'application/json',
    begin: '[\n',
    // The names of the API; `time` is in seconds there.
    message: ({ messageId, time, userId, userName, text, image }) =>
      JSON.stringify({ messageId, time, timeUtc: utc(time), userId, userName, text, image }),
    between: ',\n',
    end: '\n]\n',
  },
  text: { label: 'Text', extension: 'txt', type: 'text/plain;charset=utf-8', begin: '', message: line, between: '', end: '' },
} satisfies Record<string, Writing>

export type Format = keyof typeof formats
export const formatNames = Object.keys(formats) as Format[]

/** "2026-11-14T14:31:40Z", with milliseconds if there are any. '' for a time outside the range of Date. @param time seconds */
function utc(time: number): string {
  const date = new Date(time * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}

const lineEnds = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** Line ends in a name become spaces and lines of a text are indented, so that neither can imitate another message. */
function line({ time, userId, userName, text }: Message): string {
  const at = utc(time).slice(0, 19).replace('T', ' ')
  const name = userName.replaceAll(lineEnds, ' ') || 'no name'
  return `[${at} UTC] ${name} (${userId ?? 'no id'}): ${text.replaceAll(lineEnds, '\n    ')}\n`
}

/** Collects messages into a file. The parts are Blobs, which the browser can keep on disk instead of in the memory of the page. */
export function createFile(format: Format) {
  const { type, begin, message, between, end }: Writing = formats[format]
  const parts = [new Blob([begin])]
  const written = new Set<number>()
  let oldest: number | undefined

  return {
    /** Adds messages that the file does not hold yet. */
    add: (messages: readonly Message[]): void => {
      const unknown = messages.filter(({ messageId }) => !written.has(messageId))
      const fresh = [...new Map(unknown.map((message) => [message.messageId, message])).values()]
      if (fresh.length === 0) return
      parts.push(new Blob([written.size > 0 ? between : '', fresh.map(message).join(between)]))
      for (const { messageId } of fresh) written.add(messageId)
      oldest = fresh.reduce((least, { time }) => Math.min(least, time), oldest ?? Number.POSITIVE_INFINITY)
    },
    count: () => written.size,
    /** The time of the oldest message, in seconds; undefined while the file is empty. */
    oldest: () => oldest,
    content: () => new Blob([...parts, end], { type }),
  }
}

interface FileName {
  chatName: string
  what: 'selected' | 'shown' | 'loaded' | 'range'
  range: TimeRange
  format: Format
  /** Whether reading ended before the range did. */
  isPartial?: boolean
}

/** "Aurora-Live-messages-selected-20261114T120000Z-20261114T143140Z.csv" */
export function fileName({ chatName, what, range, format, isPartial = false }: FileName): string {
  const name = [
    inFileName(chatName) || 'chat',
    'messages',
    ...(what === 'range' ? [] : [what]),
    times(range),
    ...(isPartial ? ['partial'] : []),
  ]
  return `${name.join('-')}.${formats[format].extension}`
}

function times({ from, to }: TimeRange): string {
  if (from === undefined) return to === undefined ? 'all-times' : `until-${compact(to)}`
  return to === undefined ? `from-${compact(from)}` : `${compact(from)}-${compact(to)}`
}

const compact = (time: number) => utc(Math.floor(time)).replaceAll(/[-:]/g, '')
