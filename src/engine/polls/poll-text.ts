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

const places = [1, 2, 3, 4] as const

export interface Answer {
  /** The position of the answer in the poll: `answer1` is 1. Votes belong to positions. */
  place: (typeof places)[number]
  text: string
  votes: number
}

/** The first two answers, and any other with a text or votes: the votes of an answer whose text was cleared must stay in the total. */
export const answersOf = (poll: Poll): Answer[] =>
  places
    .map((place) => ({ place, text: poll[`answer${place}`], votes: Math.max(0, Math.trunc(poll[`answer${place}count`])) }))
    .filter(({ place, text, votes }) => place <= 2 || text.trim() !== '' || votes > 0)

export const totalOf = (poll: Poll) => answersOf(poll).reduce((sum, { votes }) => sum + votes, 0)
