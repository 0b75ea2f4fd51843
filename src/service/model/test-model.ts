import type { ApiName } from '#contract/api.ts'
import { defaults } from '#contract/settings-derive.ts'

/** A model of the whole service in memory, as docs/assumptions.md describes it: only what a client can observe. */
export interface World {
  accountId: number
  profile: Record<string, unknown>
  social: Record<string, unknown>
  currency: string
  /** The plan's limit of chats. */
  rooms: number
  /** A reserved name of another account. */
  taken: string
  chats: Record<number, Room>
}

interface Room {
  hash: string
  created: number
  settings: Record<string, unknown>
  polls: Record<string, unknown>[]
  lastPoll: number
  messages: Post[]
  lastMessage: number
  bans: [string, string][]
}

interface Post {
  messageId: number
  time: number
  userId: number
  image: string | null
  userName: string
  text: string
}

/** One call, with the ids of the engine that it goes to. */
export interface Ask {
  name: ApiName
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
  /** Instead of the body, where it is a list. */
  ids: number[]
  /** The body is always refused. */
  bad: boolean
  /** Unix seconds. */
  now: number
}

/** A response: the body of a success, the status and code of a refusal. What only the service can choose (the id and hash of a new chat) is taken from its response. */
export interface Said {
  status: number
  body: Record<string, unknown>
}

export function newWorld(accountId: number, rooms: number, taken: string): World {
  const empty = {
    company: '',
    countryId: null,
    address: '',
    city: '',
    state: '',
    unit: '',
    zipCode: '',
    paymentEmail: '',
    reservedName: '',
  }
  const profile = { ...empty, name: 'Owner', email: 'owner@example.org' }
  const social = { social: true, networkOneLink: '', networkTwoName: '' }
  return { accountId, profile, social, currency: '', rooms, taken, chats: {} }
}

/** The expected response to a call, whose effect is applied to the state. @param heard the actual response */
export function answerOf(world: World, ask: Ask, heard: Said): Said {
  if (ask.bad) return refused(400, 'invalid')
  const room = world.chats[Number(ask.params['chatId'])]
  if ('chatId' in ask.params && !room) return missing
  // The first six paths have no chat.
  return rules[ask.name](world, ask, room!, heard)
}

const refused = (status: number, code: string): Said => ({ status, body: { code } })
const missing = refused(404, 'not_found')
const success = (body: Record<string, unknown> = {}): Said => ({ status: 200, body: { status: true, ...body } })
const list = (data: unknown[]) => success({ count: data.length, data })

type Rule = (world: World, ask: Ask, room: Room, heard: Said) => Said

const rules: Record<ApiName, Rule> = {
  accountRead: (world) => {
    const used = Object.keys(world.chats).length
    const others = { admins: 100, users: 10_000, keywords: 1000, usedAdmins: 0, usedKeywords: 0 }
    const plan = { ...others, rooms: world.rooms, usedRooms: used, exceed: used > world.rooms }
    const fixed = { id: world.accountId, testLevel: 0, type: 0, passwordSet: false, currency: world.currency }
    return success({ data: { ...world.profile, ...fixed, plan } })
  },
  accountUpdate: (world, { body }) => {
    if (body['reservedName'] === world.taken) return refused(409, 'reserved_name_taken')
    Object.assign(world.profile, body, 'countryId' in body && { countryId: body['countryId'] || null })
    return success()
  },
  currencySet: (world, { body }) => {
    if (world.currency) return refused(409, 'currency_already_set')
    world.currency = String(body['currency'])
    return success()
  },
  socialRead: (world) => success({ data: world.social }),
  socialUpdate: (world, { body }) => {
    Object.assign(world.social, { social: true }, body)
    return success()
  },

  chatList: (world) => list(Object.entries(world.chats).map(([id, room]) => shown(Number(id), room))),
  chatRead: (_world, { params }, room) => success({ data: shown(Number(params['chatId']), room) }),
  chatCreate: (world, ask, _room, heard) => added(world, ask, heard, { ...defaults, ...ask.body }, []),
  chatDuplicate: (world, ask, { settings, bans }, heard) => {
    const { body } = ask
    const wants = (what: string) => body[what] === true
    const name = body['name'] ?? `${String(settings['name']).slice(0, 193)} (copy)`
    const monetizeLogin = wants('monetize') ? settings['monetizeLogin'] : false
    const copy = { ...(wants('settings') ? settings : defaults), name, monetizeLogin }
    return added(world, ask, heard, copy, wants('bannedIps') ? bans : [])
  },
  chatUpdate: (_world, { body }, room) => {
    Object.assign(room.settings, body)
    return success()
  },
  chatDelete: (world, { params }) => {
    delete world.chats[Number(params['chatId'])]
    return success()
  },

  pollList: (_world, _ask, room) => list(room.polls),
  pollCreate: (world, { params, body, now }, room) => {
    const { send, ...words } = body
    const votes = { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }
    const dates = { createDate: textDate(now), lastSentDate: null, publishedDate: null, dateDeleted: null }
    const owner = { roomId: params['chatId'], userId: world.accountId }
    room.lastPoll++
    room.polls.push({
      id: room.lastPoll,
      status: 'draft',
      answer3: '',
      answer4: '',
      ...words,
      ...owner,
      ...votes,
      ...dates,
      ...(send === true && sent(now)),
    })
    return { status: 200, body: { id: room.lastPoll, createDate: now } }
  },
  pollUpdate: (_world, ask, room) => {
    const { send, ...words } = ask.body
    return changed(room, ask, { ...words, ...(send === true && sent(ask.now)) })
  },
  pollDelete: (_world, ask, room) => {
    const answer = changed(room, ask, {})
    room.polls = room.polls.filter(({ id }) => id !== ask.params['pollId'])
    return answer
  },
  pollReset: (_world, ask, room) => changed(room, ask, { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }),
  pollResend: (_world, ask, room) => changed(room, ask, sent(ask.now)),
  pollPublish: (_world, ask, room) => changed(room, ask, { status: 'published', publishedDate: textDate(ask.now) }),

  messageSend: (_world, { body, now }, room) => {
    const { text: words, username = '', image = '' } = body as { text: string; username?: string; image?: string }
    room.lastMessage++
    room.messages.push({
      messageId: room.lastMessage,
      time: now,
      userId: 0,
      image: username && image ? image : null,
      userName: username,
      text: words,
    })
    return success()
  },
  messageList: (_world, { query }, room) => {
    const found = inRange(room, query)
    const limit = Number(query['limit'] ?? 50)
    // The text of `next` is opaque; whether there is one is checked.
    const page = list(found.slice(0, limit))
    return found.length > limit ? { ...page, body: { ...page.body, next: 'more' } } : page
  },
  messageListSlow: (_world, _ask, room) => list(inRange(room, {})),
  messageDelete: (_world, { params }, room) => {
    const before = room.messages.length
    room.messages = room.messages.filter(({ messageId }) => messageId !== params['messageId'])
    return room.messages.length < before ? success() : missing
  },
  messageDeleteSome: (_world, { ids }, room) => {
    room.messages = room.messages.filter(({ messageId }) => !ids.includes(messageId))
    return success()
  },
  messageDeleteAll: (_world, _ask, room) => {
    room.messages = []
    return success()
  },

  banList: (_world, _ask, room) => list(room.bans.toSorted(byNumber).map(([firstIp, lastIp]) => ({ firstIp, lastIp }))),
  banCreate: (_world, { body }, room) => {
    const first = String(body['ip'])
    const last = 'lastIp' in body ? String(body['lastIp']) : first
    if (room.bans.some((ban) => ban[0] === first && ban[1] === last)) return refused(409, 'already_banned')
    room.bans.push([first, last])
    return success()
  },
  banLift: (_world, { params }, room) => lifted(room, params['ipAddress'], params['ipAddress']),
  banLiftRange: (_world, { params }, room) => lifted(room, params['firstIp'], params['lastIp']),
}

const sounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']

function shown(id: number, { hash, created, settings }: Room) {
  const numbered = Object.entries(settings).map(([name, value]) => [
    name,
    name.startsWith('sound_') ? sounds.indexOf(String(value)) : value,
  ])
  return { id, hash, createDate: created, lastUsed: null, registerTermsLink: '', ...Object.fromEntries(numbered) }
}

function added(world: World, { now }: Ask, heard: Said, settings: Room['settings'], bans: Room['bans']): Said {
  if (Object.keys(world.chats).length >= world.rooms) return refused(409, 'plan_full')
  const { chatId, hash } = heard.body
  const room = { hash: String(hash), created: now, settings, polls: [], lastPoll: 0, messages: [], lastMessage: 0, bans: [...bans] }
  if (typeof chatId === 'number' && !(chatId in world.chats)) world.chats[chatId] = room
  return success({ chatId, hash })
}

function changed(room: Room, { params }: Ask, change: Record<string, unknown>): Said {
  const poll = room.polls.find(({ id }) => id === params['pollId'])
  if (!poll) return missing
  Object.assign(poll, change)
  return success()
}

function lifted(room: Room, first: unknown, last: unknown): Said {
  const left = room.bans.filter((ban) => ban[0] !== first || ban[1] !== last)
  if (left.length === room.bans.length) return missing
  room.bans = left
  return success()
}

function inRange({ messages }: Room, { from = -Infinity, to = Infinity, reverse }: Record<string, unknown>): Post[] {
  const found = messages
    .filter(({ time }) => time >= Number(from) && time <= Number(to))
    .toSorted((one, other) => one.time - other.time || one.messageId - other.messageId)
  return reverse ? found.toReversed() : found
}

const sent = (now: number) => ({ status: 'sent', lastSentDate: textDate(now) })
const textDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const byNumber = (one: [string, string], other: [string, string]) =>
  numberOf(one[0]) - numberOf(other[0]) || numberOf(one[1]) - numberOf(other[1])
