import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { Poll } from '#contract/polls.ts'
import { logAsCsv } from '#dashboard/features/changes/timeline/log/export-log.ts'
import { csvRows } from '#dashboard/features/banned-ips/ranges/exports.ts'
import { createFile } from '#dashboard/features/messages/export-messages.ts'
import { pollsAsCsv, roundsAsCsv } from '#dashboard/features/polls/export.ts'
import { csv } from '#dashboard/ui/format/csv.ts'
import { isLive, parseCsv } from '#dashboard/ui/format/test-csv.ts'
import { isProof } from '../../test-runs.ts'

/** No exported table contains an active formula or an extra cell, whatever people type into any field. */

const runs = isProof ? 500 : 60

const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', '"', "'", ' ', '\u200B', ',', ';', '", "=')
const cell = fc.oneof(
  fc.tuple(start, start, fc.string({ unit: 'binary', maxLength: 8 })).map((parts) => parts.join('')),
  fc.constantFrom('=HYPERLINK("https://evil.example","x")', "@SUM(1+1)*cmd|' /C calc'!A0", '\t=1+1', '＝1+1', "'=1", '""=1'),
)
const catalogue = { languages: {}, sounds: [], countries: {} }

/** Every CSV export, with the given texts in each field that accepts one. */
const exports: Record<string, (texts: readonly string[]) => string | Promise<string>> = {
  messages: (texts) => {
    const file = createFile('csv')
    file.add(texts.map((text, index): Message => ({ messageId: index + 1, time: index, userId: null, userName: text, text, image: text })))
    return file.content().text()
  },
  polls: (texts) =>
    pollsAsCsv(
      texts.map((text, index) => {
        const fields = ['status', 'question', 'answer1', 'answer2', 'answer3', 'answer4', 'createDate', 'lastSentDate', 'publishedDate']
        return Poll.parse({ id: index + 1, dateDeleted: text, ...Object.fromEntries(fields.map((name) => [name, text])) })
      }),
    ),
  'rounds of polls': (texts) =>
    roundsAsCsv(
      texts.map((text, index) => ({
        pollId: index,
        at: index,
        before: 'edit',
        question: text,
        answers: [{ place: 1, text, votes: 1 }],
      })),
    ),
  bans: (texts) => {
    const [head = [], ...rows] = csvRows(texts.map((text, index) => ({ first: index, last: index, note: text, reviewOn: text })))
    return csv(head, rows)
  },
  'the audit log': (texts) =>
    logAsCsv(
      texts.map((text, index) => ({
        id: index + 1,
        at: index,
        who: { kind: 'program', id: text, name: text },
        from: { address: text, device: text, method: 'api' },
        chatId: null,
        chatName: text,
        action: index % 2 === 0 ? 'pollUpdate' : text,
        kind: 'polls',
        subject: text,
        target: {},
        changes: [{ name: text, before: text, after: text }],
        count: 1,
        outcome: 'refused',
        message: text,
        cause: { kind: 'job', id: text, title: text },
        undoneBy: null,
      })),
      catalogue,
    ),
}

test.each(Object.entries(exports))('%s contains no active formula and no shifted column', async (_, write) => {
  let cells = 0
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 3 }), async (texts) => {
      const [head = [], ...rows] = parseCsv((await write(texts)).replace(/^\uFEFF/, ''))
      expect(rows.length).toBeGreaterThanOrEqual(texts.length)
      expect(rows.filter((row) => row.length !== head.length)).toEqual([])
      expect(rows.flat().filter(isLive)).toEqual([])
      const kept = new Set(rows.flat())
      expect(texts.filter((text) => !kept.has(text) && !kept.has(`'${text}`))).toEqual([])
      cells += rows.flat().length
    }),
    { numRuns: runs },
  )
  expect(cells).toBeGreaterThan(runs)
})
