import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { download } from '#dashboard/ui/format/download.ts'
import type { Receipt } from '#dashboard/platform/jobs/job.ts'
import { type ReadOutcome, createPageTrail, readPages } from '#engine/jobs/read-pages.ts'
import { wait } from '#engine/jobs/request-scheduler.ts'
import { runHere } from '#dashboard/platform/jobs/page-jobs.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { errorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { type Format, createFile, fileName } from './export-file.ts'
import { newestFirst } from '../loaded.ts'
import { causeOf, pagesFailed } from '../read-outcome.ts'
import { type TimeRange, readPage } from '../read.ts'
import { formatRange } from '../time-range.ts'
import { chatTitle } from '#contract/chat-title.ts'

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
  const job = { kind: 'messages-export', title: `Exporting ${words}`, place: chatTitle(chat), chatId: chat.id, total: 0 }
  return runHere(job, async ({ progress, ...control }) => {
    const file = createFile(format)
    const trail = createPageTrail()
    const onTrouble = (trouble: string) => progress(file.count(), 0, { note: '', trouble })
    const end = await readPages({
      ...control,
      readPage: (next, signal) => readPage(chat.id, range, next, signal),
      start: null,
      addPage: (page) => {
        file.add(page.messages.toSorted(newestFirst))
        onTrouble('')
        return { verdict: trail.add(page), next: page.next }
      },
      onHeld: (failure) => onTrouble(failure ? errorMessage(failure).cause : ''),
      patienceMs,
      wait,
      random: Math.random,
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
