import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { createFile, fileName, formatNames, type Format } from './export-messages.ts'

const at = Date.UTC(2026, 10, 14, 14, 31, 40) / 1000
const one: Message = { messageId: 7, time: at, userId: 12, userName: 'Ayşe', text: 'Hello', image: 'https://pictures.example/a.png' }
const other: Message = {
  messageId: 6,
  time: at - 0.75,
  userId: null,
  userName: '',
  text: '=HYPERLINK("http://x.example")\nsecond, line',
  image: null,
}

async function written(format: Format, ...pages: Message[][]): Promise<string> {
  const file = createFile(format)
  for (const page of pages) file.add(page)
  const text = await file.content().text()
  // The byte order mark is tested below.
  return text.replace(/^\uFEFF/, '')
}

test('CSV has a header and a row per message, and escapes formulas', async () => {
  expect(await written('csv', [one], [other])).toBe(
    [
      'id,time,unix seconds,user id,name,text,image',
      '7,2026-11-14T14:31:40Z,1794666700,12,Ayşe,Hello,https://pictures.example/a.png',
      `6,2026-11-14T14:31:39.250Z,1794666699.25,,,"'=HYPERLINK(""http://x.example"")\nsecond, line",`,
      '',
    ].join('\r\n'),
  )
})

test('a CSV file begins with a byte order mark, by which spreadsheets recognise UTF-8', async () => {
  const bytes = new Uint8Array(await createFile('csv').content().arrayBuffer())
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf])
})

test('a text file has a line per message, with further lines indented', async () => {
  expect(await written('text', [one, other])).toBe(
    [
      '[2026-11-14 14:31:40 UTC] Ayşe (12): Hello',
      '[2026-11-14 14:31:39 UTC] no name (no id): =HYPERLINK("http://x.example")',
      '    second, line',
      '',
    ].join('\n'),
  )
})

const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\u0085', '\v')
const outside = fc.array(
  fc.oneof(lineEnd, fc.constantFrom('[', ' UTC] admin (1): ', '"', ',', '\0', '\u202E'), fc.string({ unit: 'grapheme', maxLength: 4 })),
  {
    maxLength: 8,
  },
)
const message = fc.record({
  messageId: fc.integer({ min: 1, max: 40 }),
  time: fc.oneof(fc.integer({ min: 0, max: 1e11 }), fc.double({ noNaN: true, min: -1e16, max: 1e11 })),
  userId: fc.option(fc.nat()),
  userName: outside.map((parts) => parts.join('')),
  text: outside.map((parts) => parts.join('')),
  image: fc.option(fc.webUrl()),
})
const pages = fc.array(fc.array(message, { maxLength: 6 }), { maxLength: 5 })

const idsOf = (all: Message[][]) => [...new Set(all.flat().map(({ messageId }) => messageId))]

describe('with any messages, in overlapping pages', () => {
  test('JSON holds every message once and in order', () =>
    fc.assert(
      fc.asyncProperty(pages, async (all) => {
        const read = JSON.parse(await written('json', ...all)) as Message[]
        expect(read.map(({ messageId }) => messageId)).toEqual(idsOf(all))
        for (const { messageId, time, text, userName, userId, image } of read) {
          const given = all.flat().filter((message) => message.messageId === messageId)
          expect(given).toContainEqual({ messageId, time: time === 0 ? expect.anything() : time, text, userName, userId, image })
        }
      }),
    ))

  test('in a text file only the first line of a message looks like one', () =>
    fc.assert(
      fc.asyncProperty(pages, async (all) => {
        const lines = (await written('text', ...all)).split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
        expect(lines.filter((line) => line.startsWith('[')).length).toBe(idsOf(all).length)
        expect(lines.filter((line) => !/^(\[| {4}|$)/.test(line))).toEqual([])
      }),
    ))

  test('each message is written once', () => {
    const file = createFile('csv')
    file.add([one, other, one])
    expect(file.count()).toBe(2)
    file.add([other])
    expect(file.count()).toBe(2)
    expect(file.oldest()).toBe(other.time)
  })
})

describe('the name of a file', () => {
  const range = { from: at - 3600, to: at }
  const named = (more: Partial<Parameters<typeof fileName>[0]> = {}) =>
    fileName({ chatName: 'Aurora Live · Main stage', what: 'range', range, format: 'csv', ...more })

  test('holds the name of the chat, the selection and the time range', () => {
    expect(named()).toBe('Aurora-Live-Main-stage-messages-20261114T133140Z-20261114T143140Z.csv')
    expect(named({ what: 'selected', format: 'json' })).toBe(
      'Aurora-Live-Main-stage-messages-selected-20261114T133140Z-20261114T143140Z.json',
    )
    expect(named({ range: {}, format: 'text' })).toBe('Aurora-Live-Main-stage-messages-all-times.txt')
    expect(named({ range: { from: at } })).toBe('Aurora-Live-Main-stage-messages-from-20261114T143140Z.csv')
    expect(named({ range: { to: at }, isPartial: true })).toBe('Aurora-Live-Main-stage-messages-until-20261114T143140Z-partial.csv')
    expect(named({ chatName: '../../../..' })).toBe('chat-messages-20261114T133140Z-20261114T143140Z.csv')
  })

  test('is a valid file name for any name of a chat', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...formatNames), (chatName, format) => {
        const name = named({ chatName, format, what: 'selected', isPartial: true })
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.(csv|json|txt)$/u)
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
      }),
    )
  })
})
