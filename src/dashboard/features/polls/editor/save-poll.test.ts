import { beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '#contract/client.ts'
import { call, request as send } from '#dashboard/platform/session/session.ts'
import { network, signInForEachTest } from '#dashboard/platform/session/test-gateway.ts'
import { textFrom } from '../draft.ts'
import type { PollText } from '#engine/polls/poll-text.ts'
import type { PollActionName } from '#engine/sending/poll-changes.ts'
import { runPollAction, createPoll, pollTarget, savePoll } from './save-poll.ts'

signInForEachTest()

/** The requests that change something, oldest first. */
let sent: string[]
/** What happens to the next write: it does not arrive, its response is lost, or another response is returned. */
let trouble: 'lost before' | 'lost after' | Response | null
let chatId: number

beforeEach(async () => {
  trouble = null
  network.between = async (request, pass) => {
    if (request.method === 'GET') return pass()
    sent.push(`${request.method} ${request.url.replace(/.*\/polls/, '/polls')}`)
    const fault = trouble
    trouble = null
    if (fault instanceof Response) return fault
    if (fault === 'lost before') throw new TypeError('Failed to fetch')
    const answer = await pass()
    if (fault === 'lost after') throw new TypeError('Failed to fetch')
    return answer
  }
  sent = []
  chatId = (await send('chatCreate', { body: { name: 'Lobby' } })).chatId
  sent = []
})

const tea = textFrom('Tea?', ['Yes', 'No'])
const polls = async () => (await call('pollList', { params: { chatId } })).data
const add = async () => {
  const { pollId } = await createPoll(send, chatId, tea, false)
  sent = []
  return pollId
}

test('an answer that the service sent as null is not written back as an empty one', async () => {
  const pollId = await add()
  const bodies: unknown[] = []
  network.between = async (request, pass) => {
    if (request.method === 'PUT') bodies.push(await request.clone().json())
    const answer = await pass()
    if (request.method !== 'GET' || answer.status !== 200) return answer
    return Response.json(JSON.parse((await answer.text()).replaceAll('"answer4":""', '"answer4":null')))
  }
  const save = (changes: Partial<PollText>) =>
    savePoll(pollTarget(send, { chatId, pollId }, { isSent: false, prepare: async () => {} }), { base: tea, changes }, () =>
      Promise.reject(new Error('nobody else was there')),
    )
  await save({ question: 'Coffee?' })
  await save({ answer3: 'Later' })
  expect(bodies).toEqual([
    { question: 'Coffee?', answer1: 'Yes', answer2: 'No', send: false },
    { question: 'Coffee?', answer1: 'Yes', answer2: 'No', answer3: 'Later', send: false },
  ])
})

describe('a new poll', () => {
  test('is written completely', async () => {
    expect(await createPoll(send, chatId, textFrom('Tea?', ['Yes', 'No', 'Later']), true)).toEqual({ pollId: 1, isSent: true, copies: 1 })
    expect(await polls()).toMatchObject([{ question: 'Tea?', answer3: 'Later', answer4: '', status: 'sent' }])
  })

  test('is found in the list after a lost response, and is not sent twice', async () => {
    await add()
    trouble = 'lost after'
    expect(await createPoll(send, chatId, tea, true)).toEqual({ pollId: 2, isSent: true, copies: 1 })
    expect(sent).toEqual(['POST /polls'])
    expect(await polls()).toHaveLength(2)
  })

  test('is reported as missing if it did not arrive, and is not sent again', async () => {
    trouble = 'lost before'
    const failure = await createPoll(send, chatId, tea, false).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect((failure as Failure).advice).toContain('is not in the list')
    expect(sent).toEqual(['POST /polls'])
    expect(await polls()).toEqual([])
  })

  test('needs no status in the response, and a refusal is passed on unchanged', async () => {
    trouble = Response.json({ status: false, message: 'Not on a Sunday' })
    await expect(createPoll(send, chatId, tea, false)).rejects.toMatchObject({ kind: 'refused', serviceMessage: 'Not on a Sunday' })
  })
})

describe('an edit', () => {
  const coffee = textFrom('Coffee?', ['Yes', 'No'])
  const nothing = async () => {}
  const never = async () => {
    throw new Error('nobody is to be asked')
  }
  interface EditOptions {
    isSent?: boolean
    prepare?: () => Promise<unknown>
    choose?: Parameters<typeof savePoll>[2]
  }
  const save = (pollId: number, changes: Partial<PollText>, { isSent = false, prepare = nothing, choose = never }: EditOptions = {}) =>
    savePoll(pollTarget(send, { chatId, pollId }, { isSent, prepare }), { base: tea, changes }, choose)

  test('writes the complete poll and resolves to the state of the service', async () => {
    const pollId = await add()
    expect(await save(pollId, coffee)).toMatchObject({ held: { question: 'Coffee?', answer3: '' }, notKept: [] })
  })

  test('looks up the outcome after a lost response', async () => {
    const pollId = await add()
    trouble = 'lost after'
    expect(await save(pollId, coffee, { isSent: true })).toMatchObject({ held: { question: 'Coffee?', status: 'sent' }, notKept: [] })
    expect(sent).toEqual([`PUT /polls/${pollId}`])
    trouble = 'lost before'
    await expect(
      savePoll(pollTarget(send, { chatId, pollId }, { isSent: false, prepare: nothing }), { base: coffee, changes: tea }, never),
    ).rejects.toMatchObject({
      advice: expect.stringContaining('unchanged') as string,
    })
    expect(sent).toHaveLength(2)
  })

  test('without changes is sent only if the poll is to be sent to the chat, and looks up the outcome after a lost response', async () => {
    const pollId = await add()
    expect(await save(pollId, {})).toMatchObject({ held: { question: 'Tea?' } })
    expect(sent).toEqual([])
    trouble = 'lost after'
    expect(await save(pollId, {}, { isSent: true })).toMatchObject({ held: { status: 'sent' } })
    expect(sent).toEqual([`PUT /polls/${pollId}`])
  })

  test('keeps what someone else changed in the meantime, and asks if both changed the same text', async () => {
    const pollId = await add()
    await send('pollUpdate', { params: { chatId, pollId }, body: { ...tea, question: 'More tea?', answer2: 'Never' } })
    expect(await save(pollId, { answer1: 'Aye' })).toMatchObject({ held: { question: 'More tea?', answer1: 'Aye', answer2: 'Never' } })
    sent = []
    const asked: unknown[] = []
    const giveUp = async (conflicts: unknown[]) => {
      asked.push(...conflicts)
      return null
    }
    expect(await save(pollId, { question: 'Coffee?' }, { choose: giveUp })).toBeNull()
    expect(asked).toEqual([{ name: 'question', base: 'Tea?', mine: 'Coffee?', theirs: 'More tea?' }])
    expect(sent).toEqual([])
    expect(await save(pollId, { question: 'Coffee?' }, { choose: async () => ['question'] })).toMatchObject({
      held: { question: 'Coffee?' },
    })
  })

  test('is not sent if it would leave a gap between the answers of a concurrent change', async () => {
    const pollId = await add()
    await send('pollUpdate', { params: { chatId, pollId }, body: { ...tea, answer3: '' } })
    sent = []
    await expect(save(pollId, { answer4: 'Later' })).rejects.toMatchObject({ advice: expect.stringContaining('cannot be saved') as string })
    expect(sent).toEqual([])
  })

  test('is not sent if someone else deleted the poll', async () => {
    const pollId = await add()
    await send('pollDelete', { params: { chatId, pollId } })
    sent = []
    await expect(save(pollId, coffee)).rejects.toMatchObject({ advice: expect.stringContaining('deleted') as string })
    expect(sent).toEqual([])
  })

  test('is not sent if its preparation fails', async () => {
    const pollId = await add()
    await expect(save(pollId, coffee, { prepare: () => Promise.reject(new Failure('refused')) })).rejects.toBeInstanceOf(Failure)
    expect(sent).toEqual([])
  })
})

describe('actions', () => {
  const names: PollActionName[] = ['pollResend', 'pollPublish', 'pollDelete']

  test.each(names)('%s looks up the outcome after a lost response, and sends nothing twice', async (name) => {
    const pollId = await add()
    trouble = 'lost after'
    await runPollAction(send, name, { chatId, pollId })
    expect(sent).toHaveLength(1)
  })

  test.each(names)('%s reports a request that did not arrive, and sends nothing twice', async (name) => {
    const pollId = await add()
    trouble = 'lost before'
    await expect(runPollAction(send, name, { chatId, pollId })).rejects.toMatchObject({
      advice: expect.stringMatching(/again/) as string,
    })
    expect(sent).toHaveLength(1)
  })

  test('deleting a poll that is already deleted succeeds', async () => {
    const pollId = await add()
    await send('pollDelete', { params: { chatId, pollId } })
    await runPollAction(send, 'pollDelete', { chatId, pollId })
    await expect(runPollAction(send, 'pollPublish', { chatId, pollId })).rejects.toMatchObject({ kind: 'refused' })
  })

  test('a refusal is passed on unchanged', async () => {
    const pollId = await add()
    for (const name of [...names, 'pollReset'] as PollActionName[]) {
      trouble = Response.json({ status: 0, message: 'No' })
      await expect(runPollAction(send, name, { chatId, pollId })).rejects.toMatchObject({ kind: 'refused', serviceMessage: 'No' })
    }
  })

  test('the preparation receives the poll as it is right before the action', async () => {
    const pollId = await add()
    await send('pollUpdate', { params: { chatId, pollId }, body: { ...tea, question: 'Still tea?' } })
    const before: string[] = []
    await runPollAction(send, 'pollReset', { chatId, pollId }, async ({ question }) => before.push(question))
    expect(before).toEqual(['Still tea?'])
  })
})
