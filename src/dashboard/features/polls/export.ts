import type { Poll } from '#contract/polls.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { downloadText } from '#dashboard/ui/format/download.ts'
import { barsOf } from './bars.ts'
import { answersOf, answerFields, textOf } from '#engine/polls/poll-text.ts'
import { writePollFile } from './editor/poll-file.ts'
import type { KeptRound } from './records.ts'
import { stateLabels, stateOf } from './state.ts'

/** Exports polls as files. Dates are written as received: they have no time zone. */

const perAnswer = <T>(make: (field: (typeof answerFields)[number]) => T[]) => answerFields.flatMap(make)

export const pollsAsCsv = (polls: Poll[]): string =>
  csv(
    [
      'id',
      'chat id',
      'user id',
      'state',
      'status',
      'question',
      ...perAnswer((field) => [field, `${field} votes`]),
      'votes',
      'created',
      'sent',
      'published',
      'deleted',
    ],
    polls.map((poll) => [
      poll.id,
      poll.roomId ?? '',
      poll.userId ?? '',
      stateLabels[stateOf(poll)],
      poll.status,
      poll.question,
      ...perAnswer((field) => [poll[field], poll[`${field}count`]]),
      barsOf(answersOf(poll)).total,
      ...[poll.createDate, poll.lastSentDate, poll.publishedDate, poll.dateDeleted].map((date) => date ?? ''),
    ]),
  )

export const pollsAsJson = (polls: Poll[]): string =>
  writePollFile(
    polls.map((poll) => {
      const { id, roomId, userId, status, createDate, lastSentDate, publishedDate, dateDeleted } = poll
      const votes = answersOf(poll).map((answer) => ({ answer: answer.text, votes: answer.votes }))
      return { ...textOf(poll), extra: { votes, id, roomId, userId, status, createDate, lastSentDate, publishedDate, dateDeleted } }
    }),
  )

export const roundsAsCsv = (rounds: Omit<KeptRound, 'entry'>[]): string =>
  csv(
    ['poll', 'kept (UTC)', 'before', 'question', 'place', 'answer', 'votes', 'per cent'],
    rounds.flatMap(({ pollId, at, before, question, answers }) =>
      barsOf(answers).bars.map(({ place, text, votes, percent }) => [
        pollId,
        new Date(at).toISOString(),
        before,
        question,
        place,
        text,
        votes,
        percent ?? '',
      ]),
    ),
  )

export const exportPolls = (chatId: number, polls: Poll[], kind: 'csv' | 'json') =>
  downloadText(`chat-${chatId}-polls.${kind}`, kind === 'csv' ? pollsAsCsv(polls) : pollsAsJson(polls))

export const exportRounds = (chatId: number, rounds: KeptRound[]) => downloadText(`chat-${chatId}-poll-rounds.csv`, roundsAsCsv(rounds))
