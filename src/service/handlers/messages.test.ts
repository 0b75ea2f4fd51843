import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { insertMessages } from '../demo/generate.ts'
import { onEveryEngine, type Bench } from '../testing/databases.ts'
import { upTo } from '../testing/full-chat.ts'

/** A chat of a new account, and ways to fill and to read it. */
const newChat = async (bench: Bench) => {
  const { call } = await bench.newAccount()
  const { body } = await call('POST', '/chats', { name: 'Lounge' })
  const chatId = body.chatId
  const path = `/chats/${chatId}/messages`
  /** Several messages a second: times 1000, 1000, 1000, 1001 ... */
  const fill = async (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      chat_id: chatId,
      id: n + 1,
      time: 1000 + Math.floor(n / 3),
      user_id: 5,
      user_name: 'Ayşe',
      image: null,
      text: `No. ${n + 1}`,
    }))
    await insertMessages(bench.database.query, rows)
    await bench.database.query.updateTable('chat').set({ last_message_id: count }).where('id', '=', chatId).execute()
  }
  const page = async (query = '') => {
    const answer = await call('GET', `${path}?fast=true${query}`)
    expect(answer.status).toBe(200)
    const data = answer.body.data as Message[]
    expect(answer.body['count']).toBe(data.length)
    return { data, ids: data.map(({ messageId }) => messageId), next: answer.body['next'] as string | undefined }
  }
  const walk = async (query: string) => {
    const ids: number[] = []
    let pages = 0
    for (let next: string | undefined = ''; next !== undefined; pages++) {
      const set = await page(`${query}${next && `&next=${encodeURIComponent(next)}`}`)
      ids.push(...set.ids)
      next = set.next
    }
    return { ids, pages }
  }
  return { call, chatId, path, fill, page, walk }
}

onEveryEngine('messages', (bench) => {
  describe('messageSend', () => {
    it('posts at the current time, without a user', async () => {
      const { call, path, page } = await newChat(bench)
      expect((await call('POST', path, { text: 'Doors at 7 🙂' })).body).toEqual({ status: true })
      expect((await page()).data).toEqual([
        { messageId: 1, time: Math.floor(bench.clock.now / 1000), userId: 0, userName: '', image: null, text: 'Doors at 7 🙂' },
      ])
    })

    it.each([
      [
        { username: 'Crew', image: 'https://example.org/a.png' },
        { userName: 'Crew', image: 'https://example.org/a.png' },
      ],
      [{ username: 'Crew' }, { userName: 'Crew', image: null }],
      [{ image: 'https://example.org/a.png' }, { userName: '', image: null }],
      [
        { username: '', image: 'https://example.org/a.png' },
        { userName: '', image: null },
      ],
    ])('shows an image only beside a username: %j', async (body, shown) => {
      const { call, path, page } = await newChat(bench)
      await call('POST', path, { text: 'Hi', ...body })
      expect((await page()).data).toMatchObject([shown])
    })

    it('accepts 2000 bytes in UTF-8 and not one more', async () => {
      const { call, path, page } = await newChat(bench)
      const full = '🙂'.repeat(500)
      expect((await call('POST', path, { text: full })).status).toBe(200)
      expect(await call('POST', path, { text: `${full}a` })).toMatchObject({
        status: 400,
        body: { errors: { text: [expect.stringContaining('2000')] } },
      })
      expect((await page()).data.map(({ text }) => text)).toEqual([full])
    })

    it('gives concurrent messages distinct ids', async () => {
      const { call, path, page } = await newChat(bench)
      const answers = await Promise.all(upTo(40).map((n) => call('POST', path, { text: `Message ${n}` })))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect((await page()).ids).toEqual(upTo(40))
    })
  })

  describe('messageList', () => {
    it('returns 50 by default, at most 500, oldest first', async () => {
      const { fill, page } = await newChat(bench)
      await fill(600)
      expect((await page()).ids).toEqual(upTo(50))
      expect((await page('&limit=7')).ids).toEqual(upTo(7))
      expect((await page('&limit=100000')).ids).toEqual(upTo(500))
      expect((await page('&limit=3&reverse')).ids).toEqual([600, 599, 598])
    })

    it.each([1, 7, 50, 100, 149, 150, 151])('returns every message once in pages of %i, in both orders', async (limit) => {
      const { fill, walk } = await newChat(bench)
      await fill(150)
      const forth = await walk(`&limit=${limit}`)
      expect(forth).toEqual({ ids: upTo(150), pages: Math.ceil(150 / limit) })
      const back = await walk(`&limit=${limit}&reverse=true`)
      expect(back.ids).toEqual(upTo(150).toReversed())
    })

    it('has no next on the last page', async () => {
      const { fill, page } = await newChat(bench)
      expect(await page()).toMatchObject({ ids: [], next: undefined })
      await fill(50)
      expect((await page()).next).toBeUndefined()
      expect((await page('&limit=49')).next).toEqual(expect.any(String))
    })

    it.each([
      ['&from=1002', 7, 12],
      ['&to=1001', 1, 6],
      ['&from=1001&to=1002', 4, 9],
      ['&from=1002&to=1001', 1, 0],
    ])('takes from and to as inclusive seconds: %s', async (query, first, last) => {
      const { fill, page, walk } = await newChat(bench)
      await fill(12)
      const expected = upTo(12).filter((id) => id >= first && id <= last)
      expect((await page(query)).ids).toEqual(expected)
      expect((await walk(`${query}&limit=2`)).ids).toEqual(expected)
      expect((await walk(`${query}&limit=2&reverse`)).ids).toEqual(expected.toReversed())
    })

    it('continues at its position while messages are posted and deleted', async () => {
      const { fill, page, call, path } = await newChat(bench)
      await fill(9)
      const { next } = await page('&limit=3')
      await call('DELETE', `${path}/3`)
      await call('DELETE', `${path}/4`)
      await call('POST', path, { text: 'New' })
      expect((await page(`&limit=3&next=${next}`)).ids).toEqual([5, 6, 7])
    })

    it.each(['', '&reverse', '&from=1001', '&to=1002', '&from=1001&to=1002&reverse'])(
      'goes on by next alone, and with the same parameters: %s',
      async (query) => {
        const { fill, page, walk } = await newChat(bench)
        await fill(12)
        const { ids } = await walk(`${query}&limit=2`)
        const found: number[] = []
        for (let next: string | undefined; ;) {
          const set = await page(next === undefined ? `${query}&limit=2` : `&next=${next}`)
          // The page size is kept too.
          if (set.next !== undefined) expect(set.ids).toHaveLength(2)
          found.push(...set.ids)
          next = set.next
          if (next === undefined) break
        }
        expect(found).toEqual(ids)
        expect(found.length).toBeGreaterThan(4)
      },
    )

    it('applies another limit beside next from there on', async () => {
      const { fill, page } = await newChat(bench)
      await fill(9)
      const { next } = await page('&limit=3')
      const set = await page(`&limit=2&next=${next}`)
      expect(set.ids).toEqual([4, 5])
      expect((await page(`&next=${set.next}`)).ids).toEqual([6, 7])
    })

    it('refuses a forged next and one of another chat, order or range', async () => {
      const { fill, page, call, path, chatId } = await newChat(bench)
      const other = await newChat(bench)
      await fill(9)
      const next = (await page('&limit=3&from=1000')).next ?? ''
      const reversed = (await page('&limit=3&reverse')).next ?? ''
      const uses = [
        `${path}?fast=true&reverse=false&next=${reversed}`,
        `${path}?fast=true&to=2000&next=${next}`,
        `${path}?fast=true&from=1001&next=${next}`,
        `${path}?fast=true&from=1000&to=2000&next=${next}`,
        `${path}?fast=true&from=1000&reverse&next=${next}`,
        ...[
          '',
          'x',
          '%00',
          `${next}A`,
          `${next}=`,
          next.slice(1),
          'bnVsbA',
          'W10',
          'WzEsMiwz',
          Buffer.from('[1e99,0,1000,null,3,1,1]').toString('base64url'),
          Buffer.from(`[${chatId},0,1000,null,3,999,1]`).toString('base64url'),
          Buffer.from(`[${chatId},0,1000,null,501,1000,1]`).toString('base64url'),
          Buffer.from(`[${chatId},0,1000,null,0,1000,1]`).toString('base64url'),
        ].map((made) => `${path}?fast=true&from=1000&next=${made}`),
      ]
      for (const use of uses) expect(await call('GET', use), use).toMatchObject({ status: 400, body: { status: false, code: 'bad_next' } })
      for (const query of ['', '&from=1000'])
        expect(await other.call('GET', `${other.path}?fast=true${query}&next=${next}`)).toMatchObject({ status: 400 })
      expect((await page(`&from=1000&limit=1&next=${next}`)).ids).toEqual([4])
    })

    it.each(['limit=0', 'limit=-1', 'limit=ten', 'from=yesterday', 'to=1.5', 'reverse=maybe', 'limit=1e3', 'from=99999999999999999999'])(
      'refuses %s',
      async (query) => {
        const { call, path } = await newChat(bench)
        const field = query.split('=')[0] ?? ''
        expect(await call('GET', `${path}?fast=true&${query}`)).toMatchObject({
          status: 400,
          body: { code: 'invalid', errors: { [field]: [expect.any(String)] } },
        })
      },
    )

    it.each(['fast=false', 'fast=1', 'fast'])('refuses %s', async (query) => {
      const { call, path } = await newChat(bench)
      expect((await call('GET', `${path}?${query}`)).status).toBe(400)
    })
  })

  describe('messageListSlow', () => {
    it('returns the newest 500, oldest first', async () => {
      const { call, path, fill } = await newChat(bench)
      await fill(510)
      const { body } = await call('GET', path)
      expect(body['count']).toBe(500)
      expect((body.data as Message[]).map(({ messageId }) => messageId)).toEqual(upTo(510).slice(10))
    })
  })

  describe('messageDelete', () => {
    it('deletes a message only once', async () => {
      const { call, path, fill, page } = await newChat(bench)
      await fill(3)
      expect((await call('DELETE', `${path}/2`)).body).toEqual({ status: true })
      expect((await page()).ids).toEqual([1, 3])
      expect(await call('DELETE', `${path}/2`)).toMatchObject({ status: 404, body: { status: false, code: 'not_found' } })
    })
  })

  describe('messageDeleteSome', () => {
    it('deletes 25 messages of this chat only, ignoring unknown and repeated ids', async () => {
      const { call, path, fill, page } = await newChat(bench)
      const other = await newChat(bench)
      await fill(30)
      await other.fill(30)
      expect((await call('POST', `${path}/delete`, upTo(25))).body).toEqual({ status: true })
      expect((await call('POST', `${path}/delete`, [26, 26, 999_999])).body).toEqual({ status: true })
      expect((await page()).ids).toEqual([27, 28, 29, 30])
      expect((await other.page()).ids).toEqual(upTo(30))
    })

    it.each([[[]], [upTo(26)], [{ ids: [1] }], [[1, '2']], [[1.5]], [[0]], [[-1]], [[1e300]], [[null]], ['"1"'], ['1'], ['null']])(
      'refuses %j and deletes nothing',
      async (body) => {
        const { call, path, fill, page } = await newChat(bench)
        await fill(30)
        expect(await call('POST', `${path}/delete`, body)).toMatchObject({ status: 400, body: { status: false, code: 'invalid' } })
        expect((await page()).ids).toEqual(upTo(30))
      },
    )
  })

  describe('messageDeleteAll', () => {
    it('deletes all messages of this chat only, in batches', async () => {
      const { call, path, fill, page } = await newChat(bench)
      const other = await newChat(bench)
      await fill(11_000)
      await other.fill(2)
      expect((await call('DELETE', path)).body).toEqual({ status: true })
      expect((await page()).ids).toEqual([])
      expect((await other.page()).ids).toEqual([1, 2])
    })

    it('keeps messages that are posted while it runs', async () => {
      const { call, path, fill, page } = await newChat(bench)
      await fill(11_000)
      const [cleared, posted] = await Promise.all([
        call('DELETE', path),
        (async () => {
          // The first step is over once a message has gone.
          for (;;) {
            const { ids } = await page('&limit=1')
            if (ids[0] !== 1) break
          }
          return call('POST', path, { text: 'Still here' })
        })(),
      ])
      expect([cleared.status, posted.status]).toEqual([200, 200])
      expect((await page()).data.map(({ text }) => text)).toEqual(['Still here'])
    })
  })
})
