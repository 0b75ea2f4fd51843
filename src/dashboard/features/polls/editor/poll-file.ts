import { z } from 'zod/mini'
import { byteLength, parseJson } from '#contract/values.ts'
import { filledAnswers, problemsOf, textFrom, tidy } from '../draft.ts'
import type { PollText } from '#engine/polls/poll-text.ts'

/** Polls in a file: `{ "roomkeeper": 1, "polls": [{ "question": "…", "answers": ["…", "…"] }] }`. Other fields of an export are ignored. */

/** In bytes. Enough for hundreds of polls of the usual size. */
export const pollFileLimit = 1_048_576

const version = 1

const File = z.object({ roomkeeper: z.literal(version), polls: z.array(z.unknown()) })
const FilePoll = z.object({ question: z.string(), answers: z.array(z.string()) })

export interface PollFile {
  polls: PollText[]
  /** The polls that were skipped, and why: “Poll 3: Write a question”. */
  problems: string[]
}

export const writePollFile = (polls: (PollText & { extra?: Record<string, unknown> })[]): string =>
  `${JSON.stringify(
    { roomkeeper: version, polls: polls.map((poll) => ({ question: poll.question, answers: filledAnswers(poll), ...poll.extra })) },
    null,
    2,
  )}\n`

/** Never throws. `error` is a sentence for the person who selected the file. */
export function readPollFile(text: string): PollFile | { error: string } {
  if (text.length > pollFileLimit || byteLength(text) > pollFileLimit)
    return { error: 'The file is larger than 1 MB, the limit for a poll file.' }
  const file = File.safeParse(parseJson(text))
  if (!file.success) return { error: 'This is not a poll file of Roomkeeper: it is not JSON, is incomplete, or has another format.' }
  const read = file.data.polls.map(readFilePoll)
  return {
    polls: read.flatMap((entry) => (typeof entry === 'string' ? [] : [entry])),
    problems: read.flatMap((entry, index) => (typeof entry === 'string' ? [`Poll ${index + 1}: ${entry}`] : [])),
  }
}

function readFilePoll(given: unknown): PollText | string {
  const entry = FilePoll.safeParse(given)
  if (!entry.success) return 'has no question or no answers'
  if (entry.data.answers.length > 4) return 'has more than four answers'
  const poll = textFrom(entry.data.question, entry.data.answers)
  return Object.values(problemsOf(poll))[0] ?? tidy(poll)
}
