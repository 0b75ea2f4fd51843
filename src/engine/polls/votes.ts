import type { Poll } from '#contract/polls.ts'

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
