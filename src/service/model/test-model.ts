import type { ApiName } from '#contract/api.ts'
import { defaults } from '#contract/settings-derive.ts'

/** A model of the whole service in memory, as docs/assumptions.md describes it: only what a client can observe. */
export interface ModelState {
  accountId: number
  profile: Record<string, unknown>
  social: Record<string, unknown>
  currency: string
  /** The plan's limit of chats. */
  rooms: number
  /** A reserved name of another account. */
  taken: string
  chats: Record<number, ModelChat>
}

interface ModelChat {
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
export interface ModelCall {
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
export interface ModelAnswer {
  status: number
  body: Record<string, unknown>
}

export function newState(accountId: number, rooms: number, taken: string): ModelState {
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

/** The expected response to a call, whose effect is applied to the state. @param actual the actual response */
export function answerOf(current: ModelState, call: ModelCall, actual: ModelAnswer): ModelAnswer {
  if (call.bad) return refused(400, 'invalid')
  const chat = current.chats[Number(call.params['chatId'])]
  if ('chatId' in call.params && !chat) return missing
  // The first six paths have no chat.
  return rules[call.name](current, call, chat!, actual)
}

const refused = (status: number, code: string): ModelAnswer => ({ status, body: { code } })
const missing = refused(404, 'not_found')
const success = (body: Record<string, unknown> = {}): ModelAnswer => ({ status: 200, body: { status: true, ...body } })
const list = (data: unknown[]) => success({ count: data.length, data })

type Rule = (current: ModelState, call: ModelCall, chat: ModelChat, actual: ModelAnswer) => ModelAnswer

const rules: Record<ApiName, Rule> = {
  accountRead: (current) => {
    const used = Object.keys(current.chats).length
    const others = { admins: 100, users: 10_000, keywords: 1000, usedAdmins: 0, usedKeywords: 0 }
    const plan = { ...others, rooms: current.rooms, usedRooms: used, exceed: used > current.rooms }
    const fixed = { id: current.accountId, testLevel: 0, type: 0, passwordSet: false, currency: current.currency }
    return success({ data: { ...current.profile, ...fixed, plan } })
  },
  accountUpdate: (current, { body }) => {
    if (body['reservedName'] === current.taken) return refused(409, 'reserved_name_taken')
    Object.assign(current.profile, body, 'countryId' in body && { countryId: body['countryId'] || null })
    return success()
  },
  currencySet: (current, { body }) => {
    if (current.currency) return refused(409, 'currency_already_set')
    current.currency = String(body['currency'])
    return success()
  },
  socialRead: (current) => success({ data: current.social }),
  socialUpdate: (current, { body }) => {
    Object.assign(current.social, { social: true }, body)
    return success()
  },

  chatList: (current) => list(Object.entries(current.chats).map(([id, chat]) => shown(Number(id), chat))),
  chatRead: (_current, { params }, chat) => success({ data: shown(Number(params['chatId']), chat) }),
  chatCreate: (current, call, _chat, actual) => added(current, call, actual, { ...defaults, ...call.body }, []),
  chatDuplicate: (current, call, { settings, bans }, actual) => {
    const { body } = call
    const wants = (what: string) => body[what] === true
    const name = body['name'] ?? `${String(settings['name']).slice(0, 193)} (copy)`
    const monetizeLogin = wants('monetize') ? settings['monetizeLogin'] : false
    const copy = { ...(wants('settings') ? settings : defaults), name, monetizeLogin }
    return added(current, call, actual, copy, wants('bannedIps') ? bans : [])
  },
  chatUpdate: (_current, { body }, chat) => {
    Object.assign(chat.settings, body)
    return success()
  },
  chatDelete: (current, { params }) => {
    delete current.chats[Number(params['chatId'])]
    return success()
  },

  pollList: (_current, _call, chat) => list(chat.polls),
  pollCreate: (current, { params, body, now }, chat) => {
    const { send, ...words } = body
    const votes = { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }
    const dates = { createDate: textDate(now), lastSentDate: null, publishedDate: null, dateDeleted: null }
    const owner = { roomId: params['chatId'], userId: current.accountId }
    chat.lastPoll++
    chat.polls.push({
      id: chat.lastPoll,
      status: 'draft',
      answer3: '',
      answer4: '',
      ...words,
      ...owner,
      ...votes,
      ...dates,
      ...(send === true && sent(now)),
    })
    return { status: 200, body: { id: chat.lastPoll, createDate: now } }
  },
  pollUpdate: (_current, call, chat) => {
    const { send, ...words } = call.body
    return changed(chat, call, { ...words, ...(send === true && sent(call.now)) })
  },
  pollDelete: (_current, call, chat) => {
    const answer = changed(chat, call, {})
    chat.polls = chat.polls.filter(({ id }) => id !== call.params['pollId'])
    return answer
  },
  pollReset: (_current, call, chat) => changed(chat, call, { answer1count: 0, answer2count: 0, answer3count: 0, answer4count: 0 }),
  pollResend: (_current, call, chat) => changed(chat, call, sent(call.now)),
  pollPublish: (_current, call, chat) => changed(chat, call, { status: 'published', publishedDate: textDate(call.now) }),

  messageSend: (_current, { body, now }, chat) => {
    const { text: words, username = '', image = '' } = body as { text: string; username?: string; image?: string }
    chat.lastMessage++
    chat.messages.push({
      messageId: chat.lastMessage,
      time: now,
      userId: 0,
      image: username && image ? image : null,
      userName: username,
      text: words,
    })
    return success()
  },
  messageList: (_current, { query }, chat) => {
    const found = inRange(chat, query)
    const limit = Number(query['limit'] ?? 50)
    // The text of `next` is opaque; whether there is one is checked.
    const page = list(found.slice(0, limit))
    return found.length > limit ? { ...page, body: { ...page.body, next: 'more' } } : page
  },
  messageListSlow: (_current, _call, chat) => list(inRange(chat, {})),
  messageDelete: (_current, { params }, chat) => {
    const before = chat.messages.length
    chat.messages = chat.messages.filter(({ messageId }) => messageId !== params['messageId'])
    return chat.messages.length < before ? success() : missing
  },
  messageDeleteSome: (_current, { ids }, chat) => {
    chat.messages = chat.messages.filter(({ messageId }) => !ids.includes(messageId))
    return success()
  },
  messageDeleteAll: (_current, _call, chat) => {
    chat.messages = []
    return success()
  },

  banList: (_current, _call, chat) => list(chat.bans.toSorted(byNumber).map(([firstIp, lastIp]) => ({ firstIp, lastIp }))),
  banCreate: (_current, { body }, chat) => {
    const first = String(body['ip'])
    const last = 'lastIp' in body ? String(body['lastIp']) : first
    if (chat.bans.some((ban) => ban[0] === first && ban[1] === last)) return refused(409, 'already_banned')
    chat.bans.push([first, last])
    return success()
  },
  banLift: (_current, { params }, chat) => lifted(chat, params['ipAddress'], params['ipAddress']),
  banLiftRange: (_current, { params }, chat) => lifted(chat, params['firstIp'], params['lastIp']),
}

const sounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']

function shown(id: number, { hash, created, settings }: ModelChat) {
  const numbered = Object.entries(settings).map(([name, value]) => [
    name,
    name.startsWith('sound_') ? sounds.indexOf(String(value)) : value,
  ])
  return { id, hash, createDate: created, lastUsed: null, registerTermsLink: '', ...Object.fromEntries(numbered) }
}

function added(
  current: ModelState,
  { now }: ModelCall,
  actual: ModelAnswer,
  settings: ModelChat['settings'],
  bans: ModelChat['bans'],
): ModelAnswer {
  if (Object.keys(current.chats).length >= current.rooms) return refused(409, 'plan_full')
  const { chatId, hash } = actual.body
  const chat = { hash: String(hash), created: now, settings, polls: [], lastPoll: 0, messages: [], lastMessage: 0, bans: [...bans] }
  if (typeof chatId === 'number' && !(chatId in current.chats)) current.chats[chatId] = chat
  return success({ chatId, hash })
}

function changed(chat: ModelChat, { params }: ModelCall, change: Record<string, unknown>): ModelAnswer {
  const poll = chat.polls.find(({ id }) => id === params['pollId'])
  if (!poll) return missing
  Object.assign(poll, change)
  return success()
}

function lifted(chat: ModelChat, first: unknown, last: unknown): ModelAnswer {
  const left = chat.bans.filter((ban) => ban[0] !== first || ban[1] !== last)
  if (left.length === chat.bans.length) return missing
  chat.bans = left
  return success()
}

function inRange({ messages }: ModelChat, { from = -Infinity, to = Infinity, reverse }: Record<string, unknown>): Post[] {
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
