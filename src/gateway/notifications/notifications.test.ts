import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onEveryEngine } from '#service/testing/databases.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import { codeOf } from '../testing/gateway.ts'
import { startNotifications, webhookSecret, type TestNotifications } from './test-notifications.ts'

onEveryEngine('notifications', (bench) => {
  let all: TestNotifications
  beforeEach(async () => {
    // SQLite allows one connection, so each test has its own database there.
    all = await startNotifications('url' in bench.place ? bench.place : undefined)
  })
  afterEach(() => all.close())

  test('events within two minutes are one delivery with their number, and nothing is sent before', async () => {
    await all.addWebhook(['severeDrift'])
    for (const chatId of [1, 2, 3]) await all.happens('severeDrift', { chatIds: [chatId] })
    await all.happens('planAt90')
    await all.pass()
    await all.pass(119)
    expect(all.receiver.received).toEqual([])
    await all.pass(1)
    expect(all.bodies()).toMatchObject([{ event: 'severeDrift', count: 3, title: 'A severe outside change: 3 events' }])
    expect(await all.states()).toEqual([['delivered', 1, 3]])
    await all.pass(600)
    expect(all.receiver.received).toHaveLength(1)
  })

  test('the first of an urgent event is sent at once, those of the next two minutes are grouped', async () => {
    await all.addWebhook(['waveBegan'])
    await all.happens('waveBegan', { chatIds: [1] })
    await all.pass()
    expect(all.bodies()).toMatchObject([{ count: 1, title: 'It happened: waveBegan' }])
    await all.happens('waveBegan', { chatIds: [2] })
    await all.pass(60)
    await all.happens('waveBegan', { chatIds: [3] })
    await all.pass(59)
    expect(all.bodies()).toHaveLength(1)
    await all.pass(61)
    expect(all.bodies()[1]).toMatchObject({ count: 2 })
  })

  test('an event with the same subject is sent once an hour, and the notice counts the repeats', async () => {
    await all.addWebhook(['ruleFellBack'])
    for (let minutes = 0; minutes < 60; minutes += 10) {
      await all.happens('ruleFellBack')
      await all.pass(600)
    }
    expect(all.bodies()).toHaveLength(1)
    expect((await all.get(await all.owner(), 'noticeList')).data.notices.filter(({ event }) => event === 'ruleFellBack')).toMatchObject([
      { repeats: 5 },
    ])
    await all.happens('ruleFellBack')
    await all.happens('ruleFellBack', { subject: 'other' })
    await all.pass(130)
    await all.pass(130)
    expect(all.bodies()).toHaveLength(3)
  })

  test('a lasting state is sent once, however long it lasts', async () => {
    const lasting = () => all.happens('planExceeded', { subject: 'plan', lasts: true })
    await all.addWebhook(['planExceeded'])
    for (let minutes = 0; minutes < 180; minutes += 10) {
      await lasting()
      await all.pass(600)
    }
    expect(all.bodies()).toHaveLength(1)
    await all.pass(3600)
    await lasting()
    await all.pass()
    await all.pass(120)
    expect(all.bodies()).toHaveLength(2)
  })

  test('a receiver that fails is tried five times, with growing waits, and each try is in the log', async () => {
    await all.addWebhook(['waveBegan'])
    all.receiver.state.respond = (_, response) => void response.writeHead(500).end('queue not found')
    await all.happens('waveBegan')
    const counts: number[] = []
    for (const seconds of [0, 29, 1, 119, 1, 599, 1, 1799, 1, 7200]) {
      await all.pass(seconds)
      counts.push(all.receiver.received.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    // A receiver can detect that it is the same delivery.
    expect(new Set(all.bodies().map(({ id }) => id)).size).toBe(1)
    const [failed] = await all.deliveries()
    expect(failed).toMatchObject({ state: 'failed', tries: 5, result: '500', due: null })
    const { data } = await all.get(await all.owner(), 'notificationDeliveryRead', { params: { deliveryId: failed!.id } })
    expect(data.triesMade).toMatchObject(
      Array.from({ length: 5 }, (_, index) => ({ number: index + 1, status: 500, answer: 'queue not found' })),
    )
    expect(await all.channels()).toMatchObject([{ last: { state: 'failed', tries: 5 } }])

    all.receiver.state.respond = (_, response) => void response.writeHead(204).end()
    await all.get(await all.owner(), 'notificationDeliveryRetry', { params: { deliveryId: failed!.id } })
    await all.pass()
    expect(await all.states()).toEqual([['delivered', 6, 1]])
  })

  test('a mail server that is busy is retried', async () => {
    await all.addChannel({ kind: 'email', name: 'Kim', personId: null }, ['waveBegan'])
    all.mailServer.state.refuse = 450
    await all.happens('waveBegan', { title: 'Wave in Ünïcode\r\nBcc: other@example.org' })
    await all.pass()
    expect(await all.deliveries()).toMatchObject([{ state: 'waiting', tries: 1, result: '450' }])
    all.mailServer.state.refuse = 0
    await all.pass(30)
    expect(await all.deliveries()).toMatchObject([{ state: 'delivered', tries: 2, result: '250' }])
    expect(all.mailServer.mails).toMatchObject([{ to: ['kim@example.org'] }])
    expect(all.mailServer.mails[0]?.text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  })

  test('the signature covers time and body, and neither secret nor path of the address can be read again', async () => {
    const channel = await all.addWebhook(['waveBegan'])
    await all.happens('waveBegan')
    await all.pass()
    const { headers, body } = all.receiver.received[0]!
    const time = String(headers['x-roomkeeper-time'])
    const expected = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex')
    expect(headers['x-roomkeeper-signature']).toBe(`sha256=${expected}`)
    expect(Number(time)).toBe(Math.floor(all.clock.ms / 1000))

    // The receiver echoes everything it knows.
    all.receiver.state.respond = (request, response) => void response.writeHead(200).end(`${request.url} ${webhookSecret}`)
    const params = { channelId: channel.id }
    const tested = await all.get(all.ines.cookie, 'notificationChannelTest', { params })
    expect(tested.data).toMatchObject({ isDelivered: true, status: 200, error: '' })
    const draft = { kind: 'webhook', name: 'renamed', shape: 'roomkeeper' }
    const changed = await all.get(all.ines.cookie, 'notificationChannelUpdate', { params, body: { channel: draft } })
    const audit = await all.query.selectFrom('audit_line').select('text').execute()
    const rows = await all.query.selectFrom('notification_channel').selectAll().execute()
    const everything = JSON.stringify([channel, tested, changed, audit, rows, await all.channels(), await all.deliveries(), all.logged])
    expect(everything).toContain('renamed')
    expect(everything).not.toContain(webhookSecret)
    expect(everything).not.toContain('secret-path')
    // The secret is still there.
    await all.get(all.ines.cookie, 'notificationChannelTest', { params })
    expect(all.receiver.received.at(-1)?.headers['x-roomkeeper-signature']).toMatch(/^sha256=/)
  })

  test('a secret is sent only to the address that it was entered for', async () => {
    const { id } = await all.addWebhook(['waveBegan'])
    const channel = { kind: 'webhook', name: 'ops', shape: 'roomkeeper', address: `${all.receiver.address}/other` }
    const answer = await all.ask(all.ines.cookie, 'notificationChannelUpdate', { params: { channelId: id }, body: { channel } })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid'])
  })

  test('people are notified only of events that they may see', async () => {
    const { secret } = await all.invite(all.ines, { name: 'Tom', role: 'moderator', chats: [7], email: 'tom@example.org' })
    const tom = await all.join(secret)
    await all.addChannel({ kind: 'email', name: 'Tom', personId: tom.id }, ['waveBegan', 'tokenRefused', 'presetTurnedOn'])
    await all.happens('waveBegan', { chatIds: [8], title: 'Wave in the other' })
    await all.happens('waveBegan', { chatIds: [7], title: 'Wave in his' })
    await all.happens('tokenRefused')
    await all.pass()
    expect(all.mailServer.mails.map(({ to, text }) => [to, /^Subject: (.*)$/m.exec(text)?.[1]])).toEqual([
      [['tom@example.org'], 'Wave in his'],
    ])
    const { data } = await all.get(tom.cookie, 'noticeList')
    expect([data.notices.map(({ title }) => title), data.unread]).toEqual([['Wave in his'], 1])

    await all.get(tom.cookie, 'noticesMark', { body: { upTo: data.notices[0]!.id } })
    expect((await all.get(tom.cookie, 'noticeList')).data).toMatchObject({ unread: 0, notices: [{ isRead: true }] })
    // Whether others have read a notice makes no difference.
    expect((await all.get(all.ines.cookie, 'noticeList')).data.unread).toBeGreaterThan(2)
    await all.get(tom.cookie, 'myNotificationEventSet', { body: { event: 'waveBegan', isOn: false } })
    expect((await all.get(tom.cookie, 'noticeList')).data.notices).toEqual([])

    await all.askConfirmed(all.ines, 'personRemove', { params: { personId: tom.id } })
    await all.happens('waveBegan', { chatIds: [7], subject: 'two' })
    await all.pass(200)
    expect(all.mailServer.mails).toHaveLength(1)
  })

  test('someone with one chat sees its notices, however many of others are newer', async () => {
    const { secret } = await all.invite(all.ines, { name: 'Tom', role: 'moderator', chats: [7], email: 'tom@example.org' })
    const tom = await all.join(secret)
    await all.happens('waveBegan', { chatIds: [7], title: 'Wave in his' })
    await all.happens('waveBegan', { chatIds: [8], title: 'Wave in another', subject: 'two' })
    const newest = await all.query.selectFrom('notification').selectAll().where('title', '=', 'Wave in another').executeTakeFirstOrThrow()
    for (let copied = 0; copied < 2500; copied += 500) {
      const copies = Array.from({ length: 500 }, (_, index) => ({
        ...newest,
        id: `copy-${copied + index}`,
        at: newest.at + copied + index,
      }))
      await all.query.insertInto('notification').values(copies).execute()
      await all.query
        .insertInto('notification_chat')
        .values(copies.map(({ id }) => ({ notification_id: id, chat_id: 8 })))
        .execute()
    }
    const { data } = await all.get(tom.cookie, 'noticeList')
    expect([data.notices.map(({ title }) => title), data.unread]).toEqual([['Wave in his'], 1])
    await all.get(tom.cookie, 'noticesMark', { body: { ids: [data.notices[0]!.id] } })
    expect((await all.get(tom.cookie, 'noticeList')).data.unread).toBe(0)
    // More than anybody counts.
    expect((await all.get(all.ines.cookie, 'noticeList')).data.unread).toBe(1001)
  })

  test('what a person did is no news to them, by e-mail and in the page, and no repeat of what another did', async () => {
    const { secret } = await all.invite(all.ines, { name: 'Tom', role: 'owner', email: 'tom@example.org' })
    const tom = await all.join(secret)
    await all.addChannel({ kind: 'email', name: 'Tom', personId: tom.id }, ['ruleFellBack'])
    for (const [title, by] of [
      ['Tom stopped it', tom.id],
      ['Ines stopped it', all.ines.id],
      ['It stopped by itself', null],
    ] as const) {
      await all.happens('ruleFellBack', { title, by })
      await all.pass(121)
    }
    const subjects = all.mailServer.mails.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1])
    expect(subjects).toEqual(['Ines stopped it', 'It stopped by itself'])
    const noticesOf = async (cookie: string) => (await all.get(cookie, 'noticeList')).data.notices.map(({ title }) => title).toSorted()
    const ofRule = (titles: string[]) => titles.filter((title) => title.includes('stopped'))
    expect(ofRule(await noticesOf(tom.cookie))).toEqual(['Ines stopped it', 'It stopped by itself'])
    expect(ofRule(await noticesOf(await all.owner()))).toEqual(['It stopped by itself', 'Tom stopped it'])
  })

  test('a manager of some chats neither changes channels nor sees what went through them', async () => {
    const { id } = await all.addWebhook(['waveBegan'])
    const { secret } = await all.invite(all.ines, { name: 'Max', role: 'manager', chats: [7] })
    const max = await all.join(secret)
    await all.happens('waveBegan', { chatIds: [7] })
    await all.pass()
    const [delivery] = await all.deliveries()
    const params = { channelId: id, deliveryId: delivery!.id }
    for (const name of [
      'notificationChannelDelete',
      'notificationDeliveryList',
      'notificationDeliveryRead',
      'notificationDeliveryRetry',
    ] as const)
      expect(await codeOf(await all.ask(max.cookie, name, { params })), name).toBe('no_right')
    expect((await all.get(max.cookie, 'notificationsRead')).data.canWrite).toBe(false)
  })

  test('the log is read a page at a time', async () => {
    await all.addWebhook(['waveBegan'])
    for (let index = 0; index < 60; index++) {
      await all.happens('waveBegan', { subject: `rule ${index}` })
      await all.pass(121)
    }
    const cookie = await all.owner()
    const read = async (before = '') => {
      const answer = await all.send(`/bff/workspace/notifications/deliveries?days=1${before}`, { headers: { cookie } })
      return gatewayApi.notificationDeliveryList.response.parse(await answer.json()).data
    }
    const first = await read()
    expect([first.deliveries.length, first.counts]).toEqual([50, { all: 60, failed: 0 }])
    const rest = await read(`&before=${first.next}`)
    expect([rest.deliveries.length, rest.next]).toEqual([10, null])
    expect(new Set([...first.deliveries, ...rest.deliveries].map(({ id }) => id)).size).toBe(60)
  })
})
