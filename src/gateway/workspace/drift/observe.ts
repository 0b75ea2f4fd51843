import type { Plan } from '#contract/account.ts'
import type { BannedRange } from '#contract/banned-ips.ts'
import type { Chat } from '#contract/chats.ts'
import { Failure, type Call } from '#contract/client.ts'
import { pollFields, type Fields } from '#contract/drift/fields.ts'
import type { Value } from '#contract/recorded-change.ts'
import { profileLabels, socialLabels } from '#contract/resources.ts'
import { readAnswer } from '#engine/saving/whole-answer.ts'
import { settingNames } from '#contract/settings-derive.ts'

/** What a look at the service shows. Only fields that the answer has: what it leaves out has not become the default. */

export interface SeenChat {
  id: number
  name: string
  fields: Fields
}

type Json = Readonly<Record<string, unknown>>

/** @param raw the answer as it was received */
function seenFields(names: readonly string[], parsed: Readonly<Record<string, unknown>>, raw: unknown): Fields {
  const sent = new Set(typeof raw === 'object' && raw !== null ? Object.keys(raw) : [])
  const fields = names.filter((name) => sent.has(name)).map((name): [string, Value] => [name, (parsed[name] ?? null) as Value])
  return Object.fromEntries(fields)
}

const seenChat = (chat: Chat, raw: unknown): SeenChat => ({ id: chat.id, name: chat.name, fields: seenFields(settingNames, chat, raw) })

export async function seeChats(call: Call): Promise<SeenChat[]> {
  const { data, raw } = await readAnswer((options) => call('chatList', {}, options))
  // By id: a chat that the service lists twice is one in `data`.
  const received = new Map((raw as Json[]).map((item) => [item['id'], item]))
  return data.map((chat) => seenChat(chat, received.get(chat.id)))
}

/** null: the chat does not exist. */
export async function seeChat(call: Call, chatId: number): Promise<SeenChat | null> {
  try {
    const { data, raw } = await readAnswer((options) => call('chatRead', { params: { chatId } }, options))
    return seenChat(data, raw)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused' && error.status === 404) return null
    throw error
  }
}

export async function seeAccount(call: Call, onPlan: (plan: Plan) => Promise<void>): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('accountRead', {}, options))
  await onPlan(data.plan)
  return seenFields([...Object.keys(profileLabels), 'currency'], data, raw)
}

export async function seeSocial(call: Call): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('socialRead', {}, options))
  return seenFields(Object.keys(socialLabels), data, raw)
}

export async function seePolls(call: Call, chatId: number): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('pollList', { params: { chatId } }, options))
  const items = raw as Json[]
  return Object.assign({}, ...data.map((poll, index) => pollFields(poll, items[index] ?? {}))) as Fields
}

export const seeRanges = async (call: Call, chatId: number): Promise<BannedRange[]> =>
  (await call('banList', { params: { chatId } })).data.filter(({ firstIp, lastIp }) => isAddress(firstIp) && isAddress(lastIp))

/** Whatever else a service lists is not an IPv4 range and cannot be compared. */
const isAddress = (text: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text)
