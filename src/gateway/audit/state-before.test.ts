import { expect, test } from 'vitest'
import type { Answer } from '#engine/saving/whole-answer.ts'
import { createStateReader } from './state-before.ts'

/** What is recorded as the state before a change, where the service answers badly. */

/** @param answers null: the service fails; an Error: it cannot be read. The last counts for all after it */
async function stateBefore(answers: (object | null | Error)[]) {
  let reads = 0
  const read = async (): Promise<Answer<unknown> | null> => {
    const data = answers[Math.min(reads++, answers.length - 1)]!
    if (data instanceof Error) throw data
    // Once parsed, what was left out has its default.
    return data && { data: { name: '', filterWords: '', upload: true, ...data }, raw: data }
  }
  const before = createStateReader({ nowMs: () => 1000, soundName: () => undefined })
  const { state } = await before('w', 'chatUpdate', { params: { chatId: 7 }, body: { filterWords: 'new', upload: false } }, read)
  return { state, reads }
}

test('a service that fails is asked again', async () => {
  const held = { name: 'Lobby', filterWords: 'spam', upload: true }
  expect(await stateBefore([null, held])).toEqual({ state: held, reads: 2 })
  expect(await stateBefore([null])).toEqual({ state: undefined, reads: 3 })
})

test('what one answer left out is read again, and no default is recorded in its place', async () => {
  const { state } = await stateBefore([
    { name: 'Lobby', upload: true },
    { name: 'Lobby', filterWords: 'spam' },
  ])
  expect(state).toEqual({ name: 'Lobby', filterWords: 'spam', upload: true })
})

test('a field that the service does not have is not known', async () => {
  expect((await stateBefore([{ name: 'Lobby', upload: true }])).state).toEqual({ name: 'Lobby', upload: true })
})

test('where it cannot be read at all, the change does not wait', async () => {
  expect(await stateBefore([new Error('no connection')])).toEqual({ state: undefined, reads: 1 })
})
