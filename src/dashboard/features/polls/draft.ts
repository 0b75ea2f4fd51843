import { PollDraft } from '#contract/polls.ts'
import { answerFields, type AnswerField, type PollText } from '#engine/polls/poll-text.ts'

export const emptyText: PollText = { question: '', answer1: '', answer2: '', answer3: '', answer4: '' }

export const filledAnswers = (text: PollText) => answerFields.map((field) => text[field]).filter((answer) => answer.trim() !== '')

/** @param answers at most four; the rest are dropped */
export const textFrom = (question: string, answers: string[]): PollText => ({
  question,
  ...(Object.fromEntries(answerFields.map((field, index) => [field, answers[index] ?? ''])) as Record<AnswerField, string>),
})

/** The text as it is sent: a blank answer becomes ''. */
export const tidy = (text: PollText): PollText =>
  textFrom(
    text.question,
    answerFields.map((field) => (text[field].trim() ? text[field] : '')),
  )

/** The number of answer fields in the form: up to the last one with a text, and at least two. */
export const shownAnswers = (text: PollText) => Math.max(2, answerFields.findLastIndex((field) => text[field].trim() !== '') + 1)

/** Returns the validation errors by field. Answers may only be missing at the end; otherwise votes would move to another answer. */
export function problemsOf(text: PollText): Partial<Record<keyof PollText, string>> {
  const problems: Partial<Record<keyof PollText, string>> = {}
  const parsed = PollDraft.safeParse(text)
  for (const { path, message } of parsed.error?.issues ?? []) problems[path[0] as keyof PollText] ??= message
  if (!text.question.trim()) problems.question = 'Write a question'
  for (const field of answerFields.slice(0, shownAnswers(text))) {
    if (text[field].trim()) continue
    problems[field] = field > 'answer2' ? 'Fill this answer or remove it' : 'A poll needs two answers at least: fill this one'
  }
  return problems
}

/** Maps each duplicate answer to the number of the answer that it repeats. Case and spaces are ignored, because voters do not see a difference. */
export function repeatsOf(text: PollText): Partial<Record<AnswerField, number>> {
  const repeats: Partial<Record<AnswerField, number>> = {}
  const seen = new Map<string, number>()
  for (const [index, field] of answerFields.entries()) {
    const same = normalizedText(text[field])
    if (!same) continue
    const before = seen.get(same)
    if (before === undefined) seen.set(same, index + 1)
    else repeats[field] = before
  }
  return repeats
}

const normalizedText = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase()
