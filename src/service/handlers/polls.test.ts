import { describe, expect, it } from 'vitest'
import { onEveryEngine, type Bench } from '../testing/databases.ts'

const lunch = { question: 'Lunch?', answer1: 'Soup', answer2: 'Salad', answer3: 'Pie', answer4: 'Nothing' }

const newChat = async (bench: Bench) => {
  const { call, accountId } = await bench.newAccount()
  const { body } = await call('POST', '/chats', { name: 'Room' })
  const chatId = body.chatId
  const path = `/chats/${chatId}/polls`
  const polls = async () => (await call('GET', path)).body.data as Record<string, unknown>[]
  const add = async (more: object = {}) => (await call('POST', path, { ...lunch, ...more })).body['id'] as number
  const vote = (id: number) =>
    bench.database.transaction((trx) =>
      trx
        .updateTable('poll')
        .set((eb) => ({
          answer1count: eb('answer1count', '+', 1),
          answer3count: eb('answer3count', '+', 2),
          answer4count: eb('answer4count', '+', 3),
        }))
        .where('chat_id', '=', chatId)
        .where('id', '=', id)
        .execute(),
    )
  return { call, accountId, chatId, path, polls, add, vote }
}

onEveryEngine('polls', (bench) => {
  describe('pollCreate', () => {
    it('returns id and time in seconds, and creates a draft', async () => {
      const { call, accountId, chatId, path, polls } = await newChat(bench)
      bench.clock.now = Date.UTC(2026, 2, 4, 5, 6, 7)
      const made = await call('POST', path, { question: 'Tea?', answer1: 'Yes', answer2: 'No' })
      expect(made).toMatchObject({ status: 200, body: { id: 1, createDate: Date.UTC(2026, 2, 4, 5, 6, 7) / 1000 } })
      expect(await polls()).toEqual([
        {
          id: 1,
          status: 'draft',
          roomId: chatId,
          userId: accountId,
          question: 'Tea?',
          answer1: 'Yes',
          answer2: 'No',
          answer3: '',
          answer4: '',
          answer1count: 0,
          answer2count: 0,
          answer3count: 0,
          answer4count: 0,
          createDate: '2026-03-04 05:06:07',
          lastSentDate: null,
          publishedDate: null,
          dateDeleted: null,
        },
      ])
    })

    it('sends with "send"', async () => {
      const { add, polls } = await newChat(bench)
      await add({ send: true })
      expect(await polls()).toMatchObject([{ status: 'sent', lastSentDate: '2026-03-04 05:06:07' }])
    })

    it('gives concurrent polls distinct ids', async () => {
      const { add, polls } = await newChat(bench)
      const ids = await Promise.all(Array.from({ length: 20 }, () => add()))
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
      expect(await polls()).toHaveLength(20)
    })

    it.each([
      [{ question: '' }, 'question'],
      [{ answer1: ' ' }, 'answer1'],
      [{ answer2: undefined }, 'answer2'],
      [{ answer3: 4 }, 'answer3'],
      [{ send: 'yes' }, 'send'],
      [{ question: 'x'.repeat(1001) }, 'question'],
    ])('refuses %j', async (body, field) => {
      const { call, path, polls } = await newChat(bench)
      expect(await call('POST', path, { ...lunch, ...body })).toMatchObject({
        status: 400,
        body: { errors: { [field]: [expect.any(String)] } },
      })
      expect(await polls()).toEqual([])
    })
  })

  describe('pollList', () => {
    it('counts the polls that are not deleted', async () => {
      const { call, path, add } = await newChat(bench)
      await add()
      await add()
      await call('DELETE', `${path}/1`)
      expect((await call('GET', path)).body).toMatchObject({ status: true, count: 1, data: [{ id: 2 }] })
    })
  })

  describe('pollUpdate', () => {
    it('keeps the votes of remaining answers and drops those of an emptied one', async () => {
      const { call, path, add, vote, polls } = await newChat(bench)
      await vote(await add())
      expect((await call('PUT', `${path}/1`, { ...lunch, question: 'Supper?', answer3: '' })).body).toEqual({ status: true })
      expect(await polls()).toMatchObject([
        { question: 'Supper?', answer1count: 1, answer3: '', answer3count: 0, answer4count: 3, status: 'draft' },
      ])
      await call('PUT', `${path}/1`, { ...lunch, answer4: '' })
      expect(await polls()).toMatchObject([{ answer1count: 1, answer4: '', answer4count: 0 }])
    })

    it('keeps optional answers that are left out', async () => {
      const { call, path, add, vote, polls } = await newChat(bench)
      await vote(await add())
      await call('PUT', `${path}/1`, { question: 'Q', answer1: 'A', answer2: 'B' })
      expect(await polls()).toMatchObject([{ answer3: 'Pie', answer3count: 2, answer4: 'Nothing', answer4count: 3 }])
    })

    it('sends with "send"', async () => {
      const { call, path, add, polls } = await newChat(bench)
      await add()
      await call('PUT', `${path}/1`, { ...lunch, send: true })
      expect(await polls()).toMatchObject([{ status: 'sent', lastSentDate: '2026-03-04 05:06:07' }])
    })

    it('keeps votes that arrive during edits', async () => {
      const { call, path, add, vote, polls } = await newChat(bench)
      const id = await add()
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 ? vote(id) : call('PUT', `${path}/${id}`, { ...lunch, question: `Edit ${n}` }))),
      )
      expect(await polls()).toMatchObject([{ answer1count: 15, answer3count: 30, question: expect.stringMatching(/^Edit/) }])
    })

    it('refuses one without answers, and changes nothing', async () => {
      const { call, path, add, polls } = await newChat(bench)
      await add()
      expect((await call('PUT', `${path}/1`, { question: 'Only this' })).status).toBe(400)
      expect(await polls()).toMatchObject([lunch])
    })
  })

  describe('pollDelete', () => {
    it('keeps the row with its date, and no action finds it any more', async () => {
      const { call, path, chatId, add, polls } = await newChat(bench)
      await add()
      expect((await call('DELETE', `${path}/1`)).body).toEqual({ status: true })
      expect(await polls()).toEqual([])
      const row = await bench.database.query.selectFrom('poll').select('deleted').where('chat_id', '=', chatId).executeTakeFirstOrThrow()
      expect(row.deleted).toBe('2026-03-04 05:06:07')
      const acts = [
        ['DELETE', ''],
        ['POST', '/reset'],
        ['POST', '/resend'],
        ['POST', '/publish'],
      ] as const
      for (const [method, act] of acts) expect((await call(method, `${path}/1${act}`)).status).toBe(404)
      expect((await call('PUT', `${path}/1`, lunch)).status).toBe(404)
    })
  })

  describe('pollReset', () => {
    it('sets the votes to zero and keeps the status', async () => {
      const { call, path, add, vote, polls } = await newChat(bench)
      await vote(await add({ send: true }))
      expect((await call('POST', `${path}/1/reset`)).body).toEqual({ status: true })
      expect(await polls()).toMatchObject([{ status: 'sent', answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }])
    })
  })

  describe('pollResend', () => {
    it('sends now, also without a body', async () => {
      const { call, path, add, polls } = await newChat(bench)
      await add()
      expect((await call('POST', `${path}/1/resend`)).body).toEqual({ status: true })
      expect(await polls()).toMatchObject([{ status: 'sent', lastSentDate: '2026-03-04 05:06:07', publishedDate: null }])
    })
  })

  describe('pollPublish', () => {
    it('publishes now and keeps the votes', async () => {
      const { call, path, add, vote, polls } = await newChat(bench)
      await vote(await add())
      expect((await call('POST', `${path}/1/publish`)).body).toEqual({ status: true })
      expect(await polls()).toMatchObject([{ status: 'published', publishedDate: '2026-03-04 05:06:07', answer1count: 1 }])
    })
  })
})
