import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClient, Failure, type Send } from '#contract/client.ts'
import { defaults, settingNames, soundSettings, type SettingValue } from '#contract/settings-derive.ts'
import { nothingLearned, type ServiceProfile } from '#contract/service-profile.ts'
import { namesByNumber } from '#engine/saving/sounds.ts'
import { learnService, removeTemporary, type Step } from './learn.ts'

/** A service in memory with two chats of somebody, and the way to it, which may fail or be stopped at any request. */

interface Manner {
  omitted: 'kept' | 'reset' | 'emptied' | 'mixed'
  trims: boolean
  overlap: 'kept' | 'merged' | 'refused'
  newestFirst: boolean
}

interface Held {
  settings: Record<string, SettingValue | null>
  messages: { messageId: number; text: string }[]
  bans: { firstIp: string; lastIp: string }[]
}

const sounds = ['silence', 'gong', 'pop', 'bell']

function serviceWith({ omitted, trims, overlap, newestFirst }: Manner) {
  const chats = new Map<number, Held>()
  let lastId = 0
  const emptied = (value: SettingValue) => (typeof value === 'boolean' ? false : typeof value === 'number' ? 0 : '')
  const add = (settings: Record<string, SettingValue>) => {
    const number = Object.fromEntries(soundSettings.map((name) => [name, 1]))
    chats.set(++lastId, { settings: { ...defaults, ...number, ...settings }, messages: [], bans: [] })
    return lastId
  }
  const own = [add({ name: 'Lobby', mentions: false }), add({ name: 'Backstage' })]
  const wire = (id: number) => ({ id, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: '', ...chats.get(id)!.settings })
  const json = (body: object, status = 200) => new Response(JSON.stringify({ status: status < 400, ...body }), { status })
  const no = (message: string) => json({ message }, 400)

  function update(chat: Held, body: Record<string, SettingValue>) {
    for (const name of settingNames) {
      const sent = body[name]
      if (sent === undefined) {
        if (name === 'name' || omitted === 'kept' || (omitted === 'mixed' && name !== 'upload')) continue
        const isSound = soundSettings.some((sound) => sound === name)
        chat.settings[name] = isSound
          ? 1
          : omitted === 'emptied'
            ? emptied(defaults[name])
            : omitted === 'mixed'
              ? !chat.settings[name]
              : defaults[name]
      } else if (soundSettings.some((sound) => sound === name)) chat.settings[name] = sounds.indexOf(String(sent))
      else chat.settings[name] = trims && typeof sent === 'string' ? sent.trim() : sent
    }
  }

  const send: Send = async (path, { method, body = 'null' }) => {
    const [, , id, part, rest] = path.split('?')[0]!.split('/')
    const sent = JSON.parse(body) as never
    if (id === undefined) return method === 'POST' ? json({ chatId: add(sent), hash: 'x' }) : json({ data: [...chats.keys()].map(wire) })
    const chat = chats.get(Number(id))
    if (!chat) return json({ message: 'no such chat' }, 404)
    if (part === undefined) {
      if (method === 'DELETE') chats.delete(Number(id))
      if (method === 'PUT') {
        if (Object.entries<unknown>(sent).some(([name, value]) => name.startsWith('sound_') && !sounds.includes(String(value))))
          return no('sound')
        update(chat, sent)
      }
      return method === 'GET' ? json({ data: wire(Number(id)) }) : json({})
    }
    if (part === 'messages') {
      if (method === 'POST') chat.messages.push({ messageId: ++lastId, text: (sent as { text: string }).text })
      if (method === 'DELETE') {
        const left = chat.messages.filter(({ messageId }) => messageId !== Number(rest))
        if (left.length === chat.messages.length) return json({ message: 'gone' }, 404)
        chat.messages = left
      }
      const listed = path.includes('reverse') === newestFirst ? chat.messages : chat.messages.toReversed()
      return json({ data: listed.map((message) => ({ ...message, time: 1, userId: 1, image: null, userName: '' })) })
    }
    if (method === 'GET') return json({ data: chat.bans })
    if (method === 'DELETE') return json({ message: 'not as banned' }, 404)
    const { ip, lastIp } = sent as { ip: string; lastIp: string }
    const near = chat.bans.find(({ firstIp }) => firstIp.split('.')[0] === ip.split('.')[0])
    if (near && overlap === 'refused') return no('overlaps')
    if (near && overlap === 'merged') near.lastIp = lastIp
    else chat.bans.push({ firstIp: ip, lastIp })
    return json({})
  }
  return { chats, own, send }
}

type Fault = (request: number, line: string) => 'lost before' | 'lost after' | 'stop' | undefined

async function run(manner: Manner, fault: Fault = () => undefined, soundNames = ['unheard', ...sounds]) {
  const service = serviceWith(manner)
  const before = new Map(service.own.map((id) => [id, structuredClone(service.chats.get(id))]))
  const stop = new AbortController()
  let requests = 0
  const deleted: string[] = []
  const call = createClient(async (path, init) => {
    const kind = fault(++requests, `${init.method} ${path}`)
    if (kind === 'stop') stop.abort(new DOMException('Stopped', 'AbortError'))
    if (kind === 'lost before') throw new TypeError('connection reset')
    if (init.method === 'DELETE') deleted.push(path)
    const answer = await service.send(path, init)
    if (kind === 'lost after') throw new TypeError('connection reset')
    return answer
  })
  let profile: ServiceProfile = nothingLearned
  const steps: Step[] = []
  const result = await learnService({
    call,
    soundNames,
    signal: stop.signal,
    wait: async () => {},
    declared: [],
    save: async (next) => void (profile = next(profile)),
    onStep: (step) => steps.push(step),
  })
  const isUntouched = [...before].every(([id, chat]) => JSON.stringify(service.chats.get(id)) === JSON.stringify(chat))
  const values = Object.fromEntries(Object.entries(profile.behaviours).map(([name, learned]) => [name, learned?.value]))
  return { ...service, call, result, profile: () => profile, values, steps, deleted, requests, isUntouched }
}

const plain: Manner = { omitted: 'kept', trims: false, overlap: 'kept', newestFirst: false }

test.each(['kept', 'reset', 'emptied'] as const)('a service whose omitted settings are %s is recognized', async (omitted) => {
  const { values, result, profile } = await run({ ...plain, omitted })
  expect(values).toMatchObject({ omittedSettings: omitted, updateWithoutName: 'accepted', textEnds: 'kept', wordFilterEnds: 'kept' })
  expect(result).toEqual({ trouble: null, removal: { left: [], because: null } })
  expect(profile().learnedAt).not.toBeNull()
  expect(profile().run).toBeNull()
})

test('a behaviour that fits no known kind stays unknown', async () => {
  expect((await run({ ...plain, omitted: 'mixed' })).values).not.toHaveProperty('omittedSettings')
})

test.each([
  [{ trims: true }, { textEnds: 'removed', wordFilterEnds: 'removed' }],
  [{ overlap: 'merged' }, { overlappingBans: 'merged', sameBanTwice: 'merged', unbanPart: 'refused' }],
  [{ overlap: 'refused' }, { overlappingBans: 'refused', sameBanTwice: 'refused' }],
  [{ overlap: 'kept' }, { overlappingBans: 'kept', sameBanTwice: 'kept' }],
  [{ newestFirst: true }, { messageOrder: 'newest first', messageReverse: 'reverses', messageDeletedTwice: 'refused' }],
  [{ newestFirst: false }, { messageOrder: 'oldest first', messageLimit: 500, messagesInAnswer: { count: 26, isMost: false } }],
] as const)('%j is learned as %j', async (manner, values) => {
  expect((await run({ ...plain, ...manner })).values).toMatchObject(values)
})

test('every sound name of the service gets its number, also the one that was set at first', async () => {
  const { profile } = await run(plain, undefined, ['gong', 'silence', 'unheard', 'pop', 'bell'])
  expect(Object.fromEntries(namesByNumber([], profile().sounds))).toEqual({ 0: 'silence', 1: 'gong', 2: 'pop', 3: 'bell' })
})

test('stopped, cut off or unanswered at any request, the temporary chat is deleted or named, and no other chat is touched', async () => {
  const whole = await run(plain)
  const faults = fc.record({
    at: fc.integer({ min: 1, max: whole.requests }),
    kind: fc.constantFrom('lost before' as const, 'lost after' as const, 'stop' as const),
    length: fc.constantFrom(1, 2, 500),
  })
  await fc.assert(
    fc.asyncProperty(faults, async ({ at, kind, length }) => {
      const ended = await run(plain, (request) => (request >= at && request < at + length ? kind : undefined))
      expect(ended.isUntouched).toBe(true)
      const temporary = [...ended.chats.keys()].filter((id) => !ended.own.includes(id))
      expect(ended.deleted.filter((path) => ended.own.some((id) => path.startsWith(`/chats/${id}`)))).toEqual([])
      const { run: left } = ended.profile()
      if (temporary.length === 0) return
      // Written down, and found by its name in a page that is loaded later.
      expect(left).not.toBeNull()
      expect((await removeTemporary(createClient(ended.send), left!, true)).left).toEqual([])
      expect([...ended.chats.keys()]).toEqual(ended.own)
    }),
    { numRuns: 100 },
  )
})

test('a chat that was renamed meanwhile is named, not deleted', async () => {
  const service = serviceWith(plain)
  const call = createClient(service.send)
  const [chatId] = service.own as [number]
  for (const agreed of [false, true]) {
    const { left } = await removeTemporary(call, { chatName: 'Roomkeeper test', chatId, started: 1 }, agreed)
    expect(left.map(({ name }) => name)).toEqual(['Lobby'])
  }
  expect(service.chats.has(chatId)).toBe(true)
})

test('a chat whose creation was not confirmed is deleted only after consent', async () => {
  const service = serviceWith(plain)
  const call = createClient(service.send)
  const { chatId } = await call('chatCreate', { body: { name: 'Roomkeeper test' } })
  const unsure = { chatName: 'Roomkeeper test', chatId: null, started: 1 }
  expect((await removeTemporary(call, unsure)).left).toHaveLength(1)
  expect(service.chats.has(chatId)).toBe(true)
  expect((await removeTemporary(call, unsure, true)).left).toEqual([])
})

test('a refused deletion is reported', async () => {
  const service = serviceWith(plain)
  const call = createClient((path, init) =>
    init.method === 'DELETE' ? Promise.resolve(new Response('{"status":false}', { status: 403 })) : service.send(path, init),
  )
  const { chatId } = await call('chatCreate', { body: { name: 'Roomkeeper test' } })
  const { left, because } = await removeTemporary(call, { chatName: 'Roomkeeper test', chatId, started: 1 })
  expect(left).toHaveLength(1)
  expect(because).toBeInstanceOf(Failure)
})

test('where the service asks to wait, learning waits and continues', async () => {
  const service = serviceWith(plain)
  let refusals = 3
  const waits: number[] = []
  const call = createClient(async (path, init) =>
    path.endsWith('/messages') && refusals-- > 0
      ? new Response('{}', { status: 429, headers: { 'retry-after': '7' } })
      : service.send(path, init),
  )
  let profile: ServiceProfile = nothingLearned
  const result = await learnService({
    call,
    soundNames: [],
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
    declared: [],
    save: async (next) => void (profile = next(profile)),
    onStep: () => {},
  })
  expect(result).toEqual({ trouble: null, removal: { left: [], because: null } })
  expect(waits).toEqual([7000, 7000, 7000])
  expect(profile.behaviours.messageOrder?.value).toBe('oldest first')
})

test('with a tenth of all requests lost, before or after their work, everything is learned and the chat is gone', async () => {
  for (const when of ['lost before', 'lost after'] as const)
    for (const phase of [1, 4, 7]) {
      const { result, profile, values, chats, own, isUntouched } = await run(plain, (request) =>
        request % 10 === phase ? when : undefined,
      )
      expect(result, `${when} ${phase}`).toMatchObject({ trouble: null, removal: { left: [] } })
      expect(Object.keys(values)).toHaveLength(12)
      expect(profile().learnedAt).not.toBeNull()
      expect([chats.size, isUntouched]).toEqual([own.length, true])
    }
})

test('a run that did not see everything is not called learned, and keeps what it saw', async () => {
  const { result, profile, values } = await run({ ...plain, omitted: 'mixed' })
  expect(result.trouble).toMatchObject({ reason: expect.stringMatching(/^1 of 12 behaviours could not be seen/) })
  expect(profile().learnedAt).toBeNull()
  expect(Object.keys(values)).toHaveLength(11)
})
