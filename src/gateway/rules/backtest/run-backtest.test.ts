import { beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import type { HitState } from '#contract/gateway/review.ts'
import { BacktestLine } from '#contract/gateway/rules.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { message } from '#engine/analysis/test-messages.ts'
import { migrateGatewayTables, type Query } from '#gateway/database/database.ts'
import { onEveryEngine } from '#service/testing/databases.ts'
import { storeHit } from '../review/test-hits.ts'
import { BacktestStopped, type MessageSource } from './remote-source.ts'
import { runBacktest } from './run-backtest.ts'

const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
const span = { from: 1000, to: 1600 }
const cheap = (id: number, time = 1000 + id) => message(id, { time, text: 'cheap tickets' })

onEveryEngine('a backtest', (bench) => {
  let query: Query
  beforeEach(async () => {
    query = bench.database.query as unknown as Query
    await migrateGatewayTables(query)
    await query.deleteFrom('rule_hit').execute()
  })

  async function run(source: Partial<MessageSource>, tested: Rule = rule, stop?: Int32Array) {
    const lines: BacktestLine[] = []
    const job = {
      workspace: 'w',
      rule: tested,
      lists: new Map(),
      labels: new Map([[8, ['Stage']]]),
      span,
      database: bench.place,
      ...(stop && { stop }),
    }
    const all: MessageSource = {
      chats: async () => [
        { id: 7, name: 'Lobby' },
        { id: 8, name: 'Stage' },
      ],
      count: async () => null,
      messages: async function* () {},
      aheadSeconds: () => 0,
      authorsBefore: async () => [],
      requests: () => 3,
      ...source,
    }
    await runBacktest({ ...job, messages: { kind: 'archive', accountId: 1 } }, all, query, (line) => lines.push(BacktestLine.parse(line)))
    return lines
  }
  const resultOf = async (...input: Parameters<typeof run>) => {
    const last = (await run(...input)).at(-1)
    if (last?.kind !== 'done') throw new Error(JSON.stringify(last))
    return last.result
  }
  const hit = (message_id: number, state: HitState, part: object = {}) =>
    storeHit(query, { workspace: 'w', rule_id: 'scam', chat_id: 7, message_id, seen_at: 1, time: 1000 + message_id, state, ...part })

  test.each([20, -20, 3600, -3600])('the period is the same by the clock of a service that is %i s ahead', async (ahead) => {
    const asked: unknown[] = []
    const { samples, from, to } = await resultOf({
      aheadSeconds: () => ahead,
      messages: async function* (chatId, span) {
        asked.push(span)
        if (chatId === 7) yield [cheap(1, 1000 + ahead), cheap(2, 1600 + ahead)]
      },
    })
    expect([from, to]).toEqual([(1000 + ahead) * 1000, (1600 + ahead) * 1000])
    expect(asked[0]).toEqual({ from: 1000 + ahead, to: 1600 + ahead })
    expect(samples).toHaveLength(2)
  })

  test('ends after the messages that it is reading once it is stopped', async () => {
    const stop = new Int32Array(1)
    let pages = 0
    const lines = await run(
      {
        messages: async function* () {
          for (; ; stop[0] = 1) {
            pages++
            yield [cheap(pages)]
          }
        },
      },
      rule,
      stop,
    )
    expect(lines.at(-1)).toEqual({ kind: 'failed', message: 'It was stopped.', read: 2 })
    expect(pages).toBe(2)
  })

  test('reports progress, at least of as many messages as were read, then the result', async () => {
    const lines = await run({
      count: async () => 1,
      messages: async function* (chatId) {
        yield [cheap(1), message(2, { time: 1002, text: 'hello' })]
        if (chatId === 7) yield [cheap(3)]
      },
    })
    expect(lines[0]).toEqual({ kind: 'progress', read: 2, matched: 1, of: 2 })
    expect(lines.at(-1)).toMatchObject({ kind: 'done', result: { read: 5, matched: 3, chatsRead: 2, requests: 3 } })
    expect(
      (
        await run({
          messages: async function* () {
            yield [cheap(1)]
          },
        })
      )[0],
    ).toEqual({ kind: 'progress', read: 1, matched: 1, of: null })
  })

  test('reads the chats of the rule, and asks for earlier authors only if the rule needs them', async () => {
    const asked: number[] = []
    const source: Partial<MessageSource> = {
      authorsBefore: async (chatId) => {
        asked.push(chatId)
        return [{ userId: 1, userName: 'Mirela S.' }]
      },
      messages: async function* () {
        yield [cheap(1), message(2, { time: 1002, userId: 2, text: 'hello' })]
      },
    }
    const scope: Rule['scope'] = { chats: { labels: ['Stage'], chatIds: [] }, hours: null }
    expect(await resultOf(source, { ...rule, scope })).toMatchObject({ chatsRead: 1, chats: [{ chatId: 8, name: 'Stage', count: 1 }] })
    expect(asked).toEqual([])
    expect(await resultOf(source, testRule([{ kind: 'firstMessage' }], { scope }))).toMatchObject({ matched: 1 })
    expect(asked).toEqual([8])
  })

  test.each<[HitState, string, 'kept' | 'deleted' | 'none', boolean]>([
    ['spared', 'Ana', 'kept', false],
    ['kept', 'Ana', 'kept', false],
    ['deleting', 'Ana', 'deleted', true],
    ['deleted', 'Ana', 'deleted', true],
    ['gone', 'Ana', 'deleted', true],
    ['unknown', 'Ana', 'deleted', true],
    ['deleted', '', 'none', true],
    ['matched', '', 'none', false],
  ])('a hit that is %s by %j counts as %s', async (state, by, verdict, isRead) => {
    await hit(5, state, { by })
    // Outside of the period, of another chat, of another account, and without its text.
    const others = [{ time: 999 }, { time: 1601 }, { chat_id: 9 }, { workspace: 'other' }, { text: '' }]
    for (const [index, part] of others.entries()) await hit(10 + index, 'deleted', part)
    const gone = await resultOf({})
    expect([gone.read, gone.samples.map(({ messageId, userName }) => [messageId, userName])]).toEqual(
      isRead ? [1, [[5, 'TicketFast']]] : [0, []],
    )
    const { samples } = await resultOf({
      messages: async function* (chatId) {
        if (chatId === 7) yield [cheap(5)]
      },
    })
    expect(samples.map((one) => [one.messageId, one.verdict, one.by])).toEqual([[5, verdict, by]])
  })

  test('the last decision about a message counts, and deleted messages are read at their time, each once', async () => {
    await hit(2, 'spared', { by: 'Ana', at: 5 })
    await hit(2, 'deleted', { rule_id: 'spam', by: 'Tom', at: 9 })
    for (const id of [1, 4, 6]) await hit(id, 'deleted')
    await hit(9, 'deleted', { time: 1004 })
    // A message may be written again while its deletion is in progress: 4 is in both.
    const read: number[] = []
    const { samples } = await resultOf({
      messages: async function* (chatId) {
        if (chatId !== 7) return
        yield [cheap(2), cheap(3)]
        yield []
        yield [cheap(4), cheap(10, 1004), cheap(5)]
      },
    })
    for (const { messageId } of samples) read.unshift(messageId)
    expect(read.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 9, 10])
    expect(samples.find(({ messageId }) => messageId === 2)).toMatchObject({ verdict: 'deleted', by: 'Tom' })
  })

  test.each<[string, Error, string]>([
    ['its limit', new BacktestStopped('A backtest may send 500 requests.'), 'A backtest may send 500 requests.'],
    ['a refusal', new Failure('refused', { serviceMessage: 'No such chat', reason: 'x' }), 'No such chat'],
    ['a fault', new Failure('not-this-api', { reason: 'Pages of messages lead in a circle.' }), 'Pages of messages lead in a circle.'],
    ['a failure', new Failure('timed-out'), 'The service could not be read.'],
    ['an error', new TypeError('secret detail'), 'The messages could not be read.'],
  ])('%s ends it with a message for the person', async (_, error, text) => {
    const lines = await run({
      messages: async function* () {
        yield [cheap(1), cheap(2)]
        throw error
      },
    })
    expect(lines.at(-1)).toEqual({ kind: 'failed', message: text, read: 2 })
  })
})
