import type { Account } from '#contract/account.ts'
import { Failure, type WriteName } from '#contract/client.ts'
import type { Poll } from '#contract/polls.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import type { Fields } from '#dashboard/platform/saving/save-fields.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import type { Entry } from './entry.ts'

/** What an undo works on: its whole known set, because whether fields that are left out keep their value is not shown (assumptions.md rows 8 and 16). */
export interface Thing {
  /** Rejects with a Failure where it is gone. */
  read: () => Promise<Fields>
  /** The endpoint that `write` sends to. */
  writes: WriteName
  /** Sends the whole set. @param fresh what was held a moment before */
  write: (send: SendRequest, all: Fields, fresh: Fields) => Promise<unknown>
  refresh: () => Promise<void>
  /** What these values take with them, in a sentence; ''. Asked after a read. */
  cost?: (values: Fields) => string
}

/** The thing of a line that can be undone; null for settings, which have a page for it. */
export function thingOf({ act, chatId, pollId, range }: Entry): Thing | null {
  if (act === 'accountUpdate') return profile
  if (act === 'socialUpdate') return social
  if (act === 'pollUpdate' && chatId !== null && pollId !== undefined) return pollText(chatId, pollId)
  if (chatId !== null && range) return ban(chatId, range)
  return null
}

const textFields = [
  'name',
  'email',
  'company',
  'address',
  'unit',
  'city',
  'state',
  'zipCode',
  'reservedName',
  'paymentEmail',
] as const satisfies (keyof Account)[]

const profile: Thing = {
  read: async () => {
    const { data } = await call('accountRead', {})
    return { ...Object.fromEntries(textFields.map((name) => [name, data[name]])), countryId: data.countryId ? String(data.countryId) : '' }
  },
  writes: 'accountUpdate',
  write: (send, { countryId, ...texts }, fresh) =>
    // 0 takes a country away (assumptions.md row 6); where there is and was none, nothing is said of it.
    send(
      'accountUpdate',
      { body: { ...asTexts(texts), ...((countryId || fresh['countryId']) && { countryId: Number(countryId) }) } },
      { isFinal: texts['email'] !== fresh['email'] },
    ),
  refresh: () => refresh('accountRead'),
}

const social: Thing = {
  read: async () => {
    const { social: isOn, networkOneLink, networkTwoName } = (await call('socialRead', {})).data
    return { social: isOn, networkOneLink, networkTwoName }
  },
  writes: 'socialUpdate',
  write: (send, { social: isOn, ...texts }) => send('socialUpdate', { body: { ...asTexts(texts), social: isOn === true } }),
  refresh: () => refresh('socialRead'),
}

const answers = ['answer1', 'answer2', 'answer3', 'answer4'] as const

function pollText(chatId: number, pollId: number): Thing {
  let seen: Poll | undefined
  return {
    read: async () => {
      seen = (await call('pollList', { params: { chatId } })).data.find(({ id }) => id === pollId)
      if (!seen) throw new Failure('refused', { advice: 'The poll is not there any more.' })
      const { question, answer1, answer2, answer3, answer4 } = seen
      return { question, answer1, answer2, answer3, answer4 }
    },
    writes: 'pollUpdate',
    write: (send, { question, answer1, answer2, ...others }) =>
      send('pollUpdate', {
        params: { chatId, pollId },
        body: { ...asTexts(others), question: String(question), answer1: String(answer1), answer2: String(answer2) },
      }),
    refresh: () => refresh('pollList'),
    // An answer that is emptied loses its count (assumptions.md row 8).
    cost: (values) => {
      const votes = answers.reduce((sum, name) => sum + (values[name] === '' ? (seen?.[`${name}count`] ?? 0) : 0), 0)
      return votes > 0 ? `The answers that go have ${counted(votes, 'vote')}, which go with them.` : ''
    },
  }
}

function ban(chatId: number, { firstIp, lastIp }: { firstIp: string; lastIp: string }): Thing {
  const isOne = firstIp === lastIp
  return {
    read: async () => {
      const { data } = await call('banList', { params: { chatId } })
      return { banned: data.some((range) => range.firstIp === firstIp && range.lastIp === lastIp) }
    },
    writes: 'banCreate',
    write: (send, { banned }) => {
      if (banned) return send('banCreate', { params: { chatId }, body: { ip: firstIp, ...(!isOne && { lastIp }) } })
      return isOne
        ? send('banLift', { params: { chatId, ipAddress: firstIp } })
        : send('banLiftRange', { params: { chatId, firstIp, lastIp } })
    },
    refresh: () => refresh('banList'),
  }
}

const asTexts = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
