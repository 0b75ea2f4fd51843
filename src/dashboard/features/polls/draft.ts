import { PollDraft, type Poll } from '#contract/polls.ts'

export const answerFields = ['answer1', 'answer2', 'answer3', 'answer4'] as const
export type AnswerField = (typeof answerFields)[number]
export const pollFields = ['question', ...answerFields] as const

/** The text of a poll as a form holds it: its question and four answers, '' where there is none. */
export type PollText = Record<(typeof pollFields)[number], string>

export const emptyText: PollText = { question: '', answer1: '', answer2: '', answer3: '', answer4: '' }

/** The full poll, always: whether a field that is left out keeps its value is not documented (docs/assumptions.md row 8). */
export const textOf = ({ question, answer1, answer2, answer3, answer4 }: PollText | Poll): PollText => ({
  question,
  answer1,
  answer2,
  answer3,
  answer4,
})

export const filledAnswers = (text: PollText) => answerFields.map((field) => text[field]).filter((answer) => answer.trim() !== '')

/** @param answers at most four; more are left out */
export const textFrom = (question: string, answers: string[]): PollText => ({
  question,
  ...(Object.fromEntries(answerFields.map((field, index) => [field, answers[index] ?? ''])) as Record<AnswerField, string>),
})

/** As it is sent: a blank answer is none. */
export const tidy = (text: PollText): PollText =>
  textFrom(
    text.question,
    answerFields.map((field) => (text[field].trim() ? text[field] : '')),
  )

/** How many answers the form shows: up to the last one with a text, and never fewer than two. */
export const shownAnswers = (text: PollText) => Math.max(2, answerFields.findLastIndex((field) => text[field].trim() !== '') + 1)

/** Why a poll cannot be saved, by field; {} where it can. An answer may be missing only at the end: otherwise votes would change places unseen. */
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

/** For each answer that says the same as one before it: which one. Case and space do not make a difference to who votes. */
export function repeatsOf(text: PollText): Partial<Record<AnswerField, number>> {
  const repeats: Partial<Record<AnswerField, number>> = {}
  const seen = new Map<string, number>()
  for (const [index, field] of answerFields.entries()) {
    const same = plainText(text[field])
    if (!same) continue
    const before = seen.get(same)
    if (before === undefined) seen.set(same, index + 1)
    else repeats[field] = before
  }
  return repeats
}

const plainText = (text: string) => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase()

export const isSameText = (a: PollText | Poll, b: PollText | Poll) =>
  a.question === b.question && answerFields.every((field) => a[field] === b[field])
