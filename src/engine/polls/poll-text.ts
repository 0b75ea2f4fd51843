import type { Poll } from '#contract/polls.ts'

export const answerFields = ['answer1', 'answer2', 'answer3', 'answer4'] as const
export type AnswerField = (typeof answerFields)[number]
export const pollFields = ['question', ...answerFields] as const

/** The text of a poll: a question and four answers, '' for a missing one. */
export type PollText = Record<(typeof pollFields)[number], string>

/** Always the complete text: whether the service keeps omitted fields is not documented (docs/assumptions.md row 8). */
export const textOf = ({ question, answer1, answer2, answer3, answer4 }: PollText | Poll): PollText => ({
  question,
  answer1,
  answer2,
  answer3,
  answer4,
})

export const isSameText = (a: PollText | Poll, b: PollText | Poll) =>
  a.question === b.question && answerFields.every((field) => a[field] === b[field])
