import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { message } from '#engine/analysis/test-messages.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { programFile } from '../../../test-program.ts'
import { startRulesThread } from '../start-thread.ts'
import { type AccountMatching, type Matching, matchingThread } from './matching-thread.ts'

const start = (maxMs?: number) =>
  matchingThread({ start: (data) => startRulesThread(programFile('gateway/rules-thread.ts'), data), ...(maxMs !== undefined && { maxMs }) })

let matching: Matching
afterEach(() => matching.close())

const cheap = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
const read = (account: AccountMatching, keys: string[], texts: string[]) =>
  account.ask({
    kind: 'read',
    chatId: 7,
    keys,
    messages: texts.map((text, index) => ({ message: message(index + 1, { text }), isFirst: false, isNew: true })),
  })
const findsCheap = async (account: AccountMatching) => {
  await account.ask({ kind: 'rule', key: 'cheap', rule: cheap })
  return (await read(account, ['cheap'], ['cheap', 'dear'])).matches.map(({ key, message: { messageId }, reasons }) => [
    key,
    messageId,
    reasons,
  ])
}
const found = [['cheap', 1, [{ kind: 'words', words: '“cheap”' }]]]

test('a rule that takes all memory ends the thread alone, and is named', async () => {
  // On a busy machine it takes its time to fill the memory.
  matching = start(120_000)
  const [one, other] = [matching.open(), matching.open()]
  expect(await findsCheap(other)).toEqual(found)
  const words = Array.from({ length: 3_000_000 }, (_, index) => `Wörd ${index}`)
  const breaking = one.ask({ kind: 'rule', key: 'breaking', rule: testRule([{ kind: 'words', words, lists: [] }]) })
  const waiting = read(other, ['cheap'], ['cheap'])
  await Promise.all([
    expect(breaking).rejects.toMatchObject({ name: 'RuleBroke', reason: 'memory', key: 'breaking' }),
    expect(waiting).rejects.toThrow('The thread of the rules has ended.'),
  ])
  await expect(read(other, ['cheap'], ['cheap'])).rejects.toThrow('The thread of the rules was started again.')
  expect(await findsCheap(matching.open())).toEqual(found)
})

test('a rule that takes too long is ended, and is named', async () => {
  const endless = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.on('message', () => {
      workerData.atWork[0] = 1
      for (;;) {}
    })`
  matching = matchingThread({ start: (workerData) => new Worker(endless, { eval: true, workerData }), maxMs: 3000 })
  await expect(read(matching.open(), ['cheap', 'slow'], ['a'])).rejects.toMatchObject({ name: 'RuleBroke', reason: 'time', key: 'slow' })
})

test('accounts take turns', async () => {
  matching = start()
  const [one, other] = [matching.open(), matching.open()]
  await Promise.all([findsCheap(one), findsCheap(other)])
  const done: string[] = []
  const many = Array.from({ length: 20 }, () => read(one, ['cheap'], ['a']).then(() => done.push('one')))
  await Promise.all([...many, read(other, ['cheap'], ['a']).then(() => done.push('other'))])
  expect(done.indexOf('other')).toBeLessThan(3)
})

test('a faulty rule is described, and a request that cannot be answered ends nothing', async () => {
  matching = start()
  expect((await matching.check(testRule([{ kind: 'expression', pattern: '(a' }]))).faults).toMatchObject([{ group: 0, condition: 0 }])
  const account = matching.open()
  await expect(account.ask({ kind: 'list', id: 'x', json: '{' })).rejects.toThrow('JSON')
  expect(await findsCheap(account)).toEqual(found)
})
