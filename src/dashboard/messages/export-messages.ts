import { Failure } from '#contract/client.ts'
import type { Chat } from '#contract/chats.ts'
import type { Message } from '#contract/messages.ts'
import { download } from '../ui/download.ts'
import { failureWords } from '../ui/failure-words.ts'
import type { Receipt } from '../ui/jobs/job.ts'
import { createPacer, wait } from '../ui/jobs/pace.ts'
import { runHere } from '../ui/jobs/runner.ts'
import { counted } from '../ui/numbers.ts'
import { say, warn } from '../ui/toast.tsx'
import { createFile, fileName, type ExportFile, type Format } from './export-file.ts'
import { newestFirst } from './loaded.ts'
import { readPage, type Page, type Range } from './read.ts'
import { rangeWords } from './time-range.ts'

/** Messages written at once, so that the page goes on answering. */
const atOnce = 2000

/** Saves messages that are loaded. @param messages newest first */
export async function exportList(
  chat: Chat,
  what: 'selected' | 'shown' | 'loaded',
  messages: readonly Message[],
  format: Format,
): Promise<void> {
  const [newest, oldest] = [messages[0], messages.at(-1)]
  if (!newest || !oldest) return warn('Nothing was exported', 'There is no message to export.')
  const file = createFile(format)
  for (let start = 0; start < messages.length; start += atOnce) {
    file.add(messages.slice(start, start + atOnce))
    await new Promise((go) => setTimeout(go))
  }
  download(fileName({ room: chat.name, what, range: { from: oldest.time, to: newest.time }, format }), file.content())
  say(`${counted(file.count(), 'message')} exported`)
}

/** How long reading waits in all for a service that does not answer, in milliseconds. */
const patience = 20_000

/** Reads all of a range from the service and saves it, as a job. What was read before a failure or a stop is saved too, and called partial. */
export function exportRange(chat: Chat, range: Range, format: Format): Promise<void> {
  const words = rangeWords(range, new Date())
  const job = { kind: 'messages-export', title: `Exporting ${words}`, place: chat.name, chatId: chat.id, total: 0 }
  return runHere(job, async ({ progress, signal, pausePoint }) => {
    const file = createFile(format)
    const tell = (trouble = '') => progress(file.count(), 0, { note: '', trouble })
    const pacer = createPacer({
      signal,
      pausePoint,
      probe: (signal) => readPage(chat.id, range, null, signal),
      patience,
      onHeld: (because) => tell(because ? failureWords(because).cause : ''),
      wait,
      random: Math.random,
    })
    const read = async (next: string | null) => {
      const page = await pacer.repeat((signal) => readPage(chat.id, range, next, signal))
      if (page instanceof Failure) throw page
      return page
    }
    const end = await readToEnd(read, file, () => tell()).catch((error: unknown) => (signal.aborted ? 'stopped' : { error }))
    const isPartial = end !== 'complete'
    const oldest = file.oldest()
    if (oldest === undefined) return receipt(words, 0, end)
    const covered = isPartial ? { ...range, from: oldest } : range
    download(fileName({ room: chat.name, what: 'range', range: covered, format, isPartial }), file.content())
    return receipt(words, file.count(), end)
  })
}

type End = 'complete' | 'stopped' | 'circle' | { error: unknown }

/** Pages in a row that bring nothing new: the service leads in a circle. */
const emptyPages = 10

/** Rejects as `read` does. @param onPage called after each page that is in the file */
export async function readToEnd(
  read: (next: string | null) => Promise<Page>,
  file: ExportFile,
  onPage: () => void,
): Promise<'complete' | 'circle'> {
  let next: string | null = null
  for (let empty = 0; empty < emptyPages;) {
    const page: Page = await read(next)
    empty = file.add(page.messages.toSorted(newestFirst)) > 0 ? 0 : empty + 1
    onPage()
    if (page.next === undefined) return 'complete'
    next = page.next
  }
  return 'circle'
}

function receipt(words: string, saved: number, end: End): Receipt {
  const figures = [{ label: 'Saved', value: saved }]
  const kept = saved > 0 ? `The newest ${counted(saved, 'message')} are in a file marked “partial”` : 'Nothing was saved'
  if (end === 'complete') return { title: saved > 0 ? `Exported ${words}` : `Nothing to export in ${words}`, figures }
  if (end === 'stopped') return { title: `Export stopped. ${kept}`, figures }
  const why = end === 'circle' ? 'The service sends the same pages again and again' : failureWords(end.error).cause
  return { title: `Export not complete: ${why}. ${kept}`, figures: [...figures, { label: 'Pages failed', value: 1, odd: true }] }
}
