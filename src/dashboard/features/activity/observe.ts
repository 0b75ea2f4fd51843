import type { Account } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import type { CallName, WriteName } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { defaults, settingNames } from '#contract/settings-derive.ts'
import type { Social } from '#contract/social.ts'
import { isWrite, kindOfCall, type Change, type Entry, type Value } from './entry.ts'

/** What a call changes, by what was read before it. The page reads afresh before it writes, so what was read last is the state before. */

export interface Known {
  chats: Map<number, Chat>
  polls: Map<number, Poll[]>
  account: Account | null
  social: Social | null
}

export const nothingKnown = (): Known => ({ chats: new Map(), polls: new Map(), account: null, social: null })

type Fields = Readonly<Record<string, Value | undefined>>
export interface Sent {
  params?: Record<string, number | string>
  body?: unknown
}

/** Remembers what a read answered. */
export function learn(known: Known, name: CallName, input: Sent, answer: unknown): void {
  // Which endpoint it was says of which form the answer is: the client parsed it.
  const { data } = (answer ?? {}) as { data?: unknown }
  const chatId = Number(input.params?.['chatId'])
  if (name === 'chatRead') known.chats.set(chatId, data as Chat)
  if (name === 'chatList') for (const chat of data as Chat[]) known.chats.set(chat.id, chat)
  if (name === 'pollList') known.polls.set(chatId, data as Poll[])
  if (name === 'accountRead') known.account = data as Account
  if (name === 'socialRead') known.social = data as Social
}

/** The line for a call that is on its way, or null for one that only reads. @param at milliseconds */
export function lineFor(known: Known, name: CallName, { params = {}, body }: Sent, at: number): Entry | null {
  if (!isWrite(name)) return null
  const chatId = params['chatId'] === undefined ? null : Number(params['chatId'])
  const chat = chatId === null ? undefined : known.chats.get(chatId)
  const fields = (body ?? {}) as Fields
  const poll = params['pollId'] === undefined ? undefined : known.polls.get(chatId ?? 0)?.find(({ id }) => id === Number(params['pollId']))
  const first = params['ipAddress'] ?? params['firstIp'] ?? fields['ip']
  const last = params['lastIp'] ?? fields['lastIp'] ?? first
  const range = typeof first === 'string' && typeof last === 'string' ? { firstIp: first, lastIp: last } : undefined
  return {
    act: name,
    kind: kindOfCall[name],
    at,
    chatId,
    room: chat?.name ?? '',
    subject: range ? rangeText(range) : subjectOf(name, { params, body }, poll),
    ...(params['pollId'] !== undefined && { pollId: Number(params['pollId']) }),
    ...(range && { range }),
    changes: changesOf(name, fields, { known, chat, poll }),
    outcome: 'unknown',
    said: '',
  }
}

export const rangeText = ({ firstIp, lastIp }: { firstIp: string; lastIp: string }) =>
  firstIp === lastIp ? firstIp : `${firstIp}-${lastIp}`

/** Enough of a message to know it again. */
const excerptLength = 200

function subjectOf(name: WriteName, { params, body }: Sent, poll: Poll | undefined): string {
  const fields = (body ?? {}) as Fields
  switch (name) {
    case 'chatCreate':
    case 'chatDuplicate':
      return String(fields['name'] ?? '')
    case 'messageSend':
      return Array.from(String(fields['text'] ?? ''))
        .slice(0, excerptLength)
        .join('')
    case 'messageDelete':
      return String(params?.['messageId'] ?? '')
    case 'messageDeleteSome':
      return Array.isArray(body) ? body.join(', ') : ''
    case 'pollCreate':
      return String(fields['question'] ?? '')
    default:
      return poll?.question ?? ''
  }
}

interface Before {
  known: Known
  chat: Chat | undefined
  poll: Poll | undefined
}

function changesOf(name: WriteName, body: Fields, { known, chat, poll }: Before): Change[] {
  switch (name) {
    case 'chatUpdate':
      return differing(chat, only(body, settingNames))
    case 'chatCreate':
      return settingNames.flatMap((setting) => {
        const after = body[setting]
        return setting === 'name' || after === undefined || after === defaults[setting] ? [] : [{ name: setting, after }]
      })
    case 'accountUpdate':
      return differing(known.account && { ...known.account, plan: undefined }, body)
    case 'socialUpdate':
      return differing(known.social, body)
    case 'currencySet':
      return [{ name: 'currency', before: known.account?.currency ?? '', after: body['currency'] ?? '' }]
    case 'pollUpdate': {
      const { send, ...texts } = body
      return [...differing(poll && { ...poll }, texts), ...sent(send)]
    }
    case 'pollCreate':
      return sent(body['send'])
    case 'pollReset':
      return poll ? [{ name: 'votes', before: votesOf(poll), after: 0 }] : []
    default:
      return []
  }
}

const sent = (send: Value | undefined): Change[] => (send ? [{ name: 'send', after: true }] : [])

const votesOf = (poll: Poll) => poll.answer1count + poll.answer2count + poll.answer3count + poll.answer4count

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]))

/** 0, null and '' all mean that nothing is set. */
const isNone = (value: Value | undefined) => value === undefined || value === null || value === '' || value === 0

/** What the body would change. Nothing where the state before is not known: then all of it would look like a change. */
function differing(before: Fields | null | undefined, body: Fields): Change[] {
  if (!before) return []
  return Object.entries(body).flatMap(([name, after]) => {
    const old = before[name]
    if (after === undefined || old === after || (isNone(old) && isNone(after))) return []
    return [{ name, ...(old !== undefined && { before: old }), after }]
  })
}
