import { api, type ApiName } from '#contract/api.ts'
import { fillPath, fillQuery, type Endpoint } from '#contract/endpoint.ts'

export interface Sample {
  name: ApiName
  method: string
  path: string
  body?: unknown
}

interface Parts {
  query?: Record<string, unknown>
  body?: unknown
}

const poll = { question: 'Tea or coffee?', answer1: 'Tea', answer2: 'Coffee' }

const parts: Record<ApiName, Parts> = {
  pollList: {},
  pollCreate: { body: poll },
  pollUpdate: { body: poll },
  pollDelete: {},
  pollReset: {},
  pollResend: {},
  pollPublish: {},
  messageSend: { body: { text: 'Hello' } },
  messageListSlow: {},
  messageList: { query: { fast: true } },
  messageDelete: {},
  messageDeleteSome: { body: [1] },
  messageDeleteAll: {},
  chatCreate: { body: { name: 'New' } },
  chatDuplicate: { body: {} },
  chatList: {},
  chatRead: {},
  chatUpdate: { body: { name: 'Renamed' } },
  chatDelete: {},
  accountRead: {},
  accountUpdate: { body: { company: 'Tidewater' } },
  currencySet: { body: { currency: 'EUR' } },
  banCreate: { body: { ip: '192.0.2.9' } },
  banList: {},
  banLift: {},
  banLiftRange: {},
  socialRead: {},
  socialUpdate: { body: {} },
}

/** A valid request for every endpoint, on one chat, its first poll, message and bans. */
export const samples = (chatId: number | string): Sample[] =>
  Object.entries(parts).map(([key, { query, body }]) => {
    // The table above has exactly the names of the API.
    const name = key as ApiName
    const { method, path }: Endpoint = api[name]
    const params = { chatId, pollId: 1, messageId: 1, ipAddress: '192.0.2.1', firstIp: '192.0.2.0', lastIp: '192.0.2.255' }
    return { name, method, path: fillPath(path, params) + fillQuery(query), ...(body !== undefined && { body }) }
  })
