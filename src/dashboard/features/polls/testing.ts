import type { Poll } from '#contract/polls.ts'

/** A poll for tests: two answers, no votes, never sent. */
export const pollWith = (part: Partial<Poll> = {}): Poll => ({
  id: 1,
  status: 'draft',
  roomId: 7,
  userId: 1,
  question: 'Tea or coffee?',
  answer1: 'Tea',
  answer2: 'Coffee',
  answer3: '',
  answer4: '',
  answer1count: 0,
  answer2count: 0,
  answer3count: 0,
  answer4count: 0,
  createDate: '2026-11-14 13:58:00',
  lastSentDate: null,
  publishedDate: null,
  dateDeleted: null,
  ...part,
})
