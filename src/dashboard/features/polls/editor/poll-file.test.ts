import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOf, textFrom, tidy } from '../draft.ts'
import { pollFileLimit, readPollFile, writePollFile } from './poll-file.ts'

const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
const polls = fc.array(
  fc.tuple(line, fc.array(line, { minLength: 2, maxLength: 4 })).map(([question, answers]) => textFrom(question, answers)),
)

test('a written file is read back unchanged', () => {
  fc.assert(
    fc.property(polls, (written) => {
      const whole = written.filter((poll) => Object.keys(problemsOf(poll)).length === 0)
      expect(readPollFile(writePollFile(whole))).toEqual({ polls: whole.map(tidy), problems: [] })
    }),
  )
})

test('other parts of an export are ignored', () => {
  const poll = textFrom('Tea?', ['Yes', 'No'])
  expect(readPollFile(writePollFile([{ ...poll, extra: { votes: [3, 4] } }]))).toEqual({ polls: [poll], problems: [] })
})

test.each(['', '{', '[]', 'null', '{"polls":[]}', '{"roomkeeper":2,"polls":[]}', '{"roomkeeper":1}', 'x'.repeat(pollFileLimit + 1)])(
  '%.30s is refused in words',
  (text) => {
    expect(readPollFile(text)).toHaveProperty('error')
  },
)

test('each invalid poll is reported, and the others are read', () => {
  const file = {
    roomkeeper: 1,
    polls: [
      { question: ' ', answers: ['Yes', 'No'] },
      { question: 'Tea?', answers: ['Yes', 'No'] },
      { question: 'Tea?', answers: ['Yes'] },
      { question: 'Tea?', answers: ['1', '2', '3', '4', '5'] },
      { question: 7 },
      null,
    ],
  }
  const read = readPollFile(JSON.stringify(file))
  expect(read).toMatchObject({ polls: [textFrom('Tea?', ['Yes', 'No'])] })
  expect('problems' in read && read.problems.map((problem) => problem.slice(0, 6))).toEqual([
    'Poll 1',
    'Poll 3',
    'Poll 4',
    'Poll 5',
    'Poll 6',
  ])
})

test('reading any file content never throws', () => {
  const file = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((json) => `{"roomkeeper":1,"polls":[${json}]}`),
  )
  fc.assert(
    fc.property(file, (text) => {
      expect(readPollFile(text)).toBeTypeOf('object')
    }),
  )
})
