import type { Message } from '#contract/messages.ts'
import { csv, csvRow } from '#dashboard/ui/format/csv.ts'
import { inFileName } from '#dashboard/ui/format/download.ts'
import type { TimeRange } from '../read.ts'

/** Writes messages to a file page by page. */

interface Writing {
  label: string
  extension: string
  type: string
  begin: string
  message: (message: Message) => string
  /** Between two messages. */
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
    /** Adds messages that the file does not hold yet. Returns how many were added. */
    add: (messages: readonly Message[]): number => {
      const unknown = messages.filter(({ messageId }) => !written.has(messageId))
      const fresh = [...new Map(unknown.map((message) => [message.messageId, message])).values()]
      if (fresh.length === 0) return 0
      parts.push(new Blob([written.size > 0 ? between : '', fresh.map(message).join(between)]))
      for (const { messageId } of fresh) written.add(messageId)
      oldest = fresh.reduce((least, { time }) => Math.min(least, time), oldest ?? Number.POSITIVE_INFINITY)
      return fresh.length
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
