import { describe, expect, test } from 'vitest'
import { answersOf, textOf } from '#engine/polls/poll-text.ts'
import { pollsAsCsv, pollsAsJson, roundsAsCsv } from './export.ts'
import { readPollFile } from './editor/poll-file.ts'
import { pollWith } from './testing.ts'

const poll = pollWith({
  id: 3,
  roomId: 7,
  userId: 12,
  status: '',
  question: '@all: tea, or\ncoffee?',
  answer4: 'Both',
  answer1count: 1,
  answer4count: 2,
})
/** The table without its byte order mark. */
const rows = (text: string) => text.slice(1).split('\r\n')

describe('files of polls', () => {
  test('the CSV has a column for every answer and its votes, and no active formulas', () => {
    const [head, row] = rows(pollsAsCsv([poll]))
    expect(head).toBe(
      'id,chat id,user id,state,status,question,answer1,answer1 votes,answer2,answer2 votes,answer3,answer3 votes,answer4,answer4 votes,votes,created,sent,published,deleted',
    )
    expect(row).toBe(`3,7,12,Open,,"'@all: tea, or\ncoffee?",Tea,1,Coffee,0,,0,Both,2,3,2026-11-14 13:58:00,,,`)
  })

  test('the JSON can be imported as templates', () => {
    // A missing answer in the middle is skipped: positions only matter with votes.
    expect(readPollFile(pollsAsJson([poll]))).toEqual({
      polls: [{ ...textOf(poll), answer3: 'Both', answer4: '' }],
      problems: [],
    })
    expect(JSON.parse(pollsAsJson([poll]))).toMatchObject({
      polls: [{ id: 3, roomId: 7, userId: 12, votes: [{ votes: 1 }, { votes: 0 }, { answer: 'Both', votes: 2 }] }],
    })
  })

  test('the CSV of rounds has one row per answer', () => {
    const round = {
      pollId: 3,
      at: 0,
      before: 'reset' as const,
      question: 'Tea?',
      answers: answersOf(poll),
    }
    expect(rows(roundsAsCsv([round])).slice(1)).toEqual([
      '3,1970-01-01T00:00:00.000Z,reset,Tea?,1,Tea,1,33',
      '3,1970-01-01T00:00:00.000Z,reset,Tea?,2,Coffee,0,0',
      '3,1970-01-01T00:00:00.000Z,reset,Tea?,4,Both,2,67',
      '',
    ])
  })
})
