import { type Fields, pollFields } from '#engine/drift/fields.ts'
import { rowsWith } from '#db/rows.ts'
import type { Plan } from '#contract/account.ts'
import type { BannedRange } from '#contract/banned-ips.ts'
import type { Chat } from '#contract/chats.ts'
import { type Call, Failure } from '#contract/client.ts'
import type { Value } from '#contract/recorded-change.ts'
import { profileLabels, socialLabels } from '#contract/resources.ts'
import { readAnswer } from '#engine/saving/whole-answer.ts'
import { settingNames } from '#contract/settings-derive.ts'
import { notifyPlan } from '../notifications/notify.ts'
import { unlessFailed } from '../worker/not-sent.ts'
import { type CheckOptions, type Seen, checkFields, checkRanges, hasChanged, see } from './check.ts'
import { closeAll } from './findings.ts'
import { type Known, type Place, forgetChat, knownOf, rememberUnchanged, changedChats } from './known.ts'

/** What is looked at, and in which order. */

/** Chats that are missing from a list are asked for one by one, as many as this in a check. */
const maxMissing = 20

/**
 * The settings of all chats, from one list. Returns the chats, those whose bans and polls were not looked at for longest first, and the number of changes
 * from outside. `failed`: what was read of them could not be confirmed.
 */
export async function lookAtSettings(options: CheckOptions): Promise<{ chatIds: number[]; failed: number[]; found: number }> {
  const { database, work, nowMs } = options
  const { query } = database
  const { workspace } = work
  const list = await see(options, () => seeChats(options.call))
  const known = await knownOf(query, workspace, 'settings')
  const since = Math.min(nowMs(), ...[...known.values()].map(({ checked }) => checked))
  const touched = await changedChats(query, workspace, since)
  const isUnchanged = ({ id, fields }: SeenChat) => {
    const before = known.get(id)
    return before !== undefined && !touched.has(id) && !hasChanged(before.value, fields)
  }
  const unchanged = list.value.filter(isUnchanged).map(({ id }) => id)
  await work.transaction((trx) => rememberUnchanged(trx, workspace, 'settings', unchanged, { checked: nowMs(), look: list.look }))
  let found = 0
  const failed: number[] = []
  const count = async (chatId: number, look: () => Promise<number>) => {
    const number = await unlessFailed(look)
    if (number === null) failed.push(chatId)
    else found += number
  }
  const skip = new Set(unchanged)
  for (const chat of list.value)
    if (!skip.has(chat.id))
      await count(chat.id, () => lookAtOne(options, chat, { value: chat.fields, look: list.look }, known.get(chat.id)))
  const listed = new Set(list.value.map(({ id }) => id))
  for (const chatId of [...known.keys()].filter((id) => !listed.has(id)).slice(0, maxMissing))
    await count(chatId, () => lookAtMissing(options, chatId, known.get(chatId)))
  return { chatIds: await leastRecent(options, [...listed]), failed, found }
}

const settingsPlace = ({ work: { workspace } }: CheckOptions, { id, name }: Pick<SeenChat, 'id' | 'name'>): Place => ({
  workspace,
  resource: 'settings',
  chatId: id,
  chatName: name,
})

/** How often a chat is read for what an answer left out. */
const maxReads = 4

/** Fields that are known and were left out are read again: a change back to what was known before a save of ours would not be seen otherwise. */
async function lookAtOne(options: CheckOptions, chat: SeenChat, seen: Seen<Fields>, known: Known<Fields> | undefined): Promise<number> {
  const names = Object.keys(known?.value ?? {})
  const isWhole = (fields: Fields) => names.every((name) => name in fields)
  const again = async (): Promise<Fields> => {
    const fields = {}
    for (let reads = 0; reads < maxReads && (reads === 0 || !isWhole(fields)); reads++) {
      const now = await seeChat(options.call, chat.id)
      // A chat that is gone by then has not changed.
      if (!now) return {}
      Object.assign(fields, now.fields)
    }
    return fields
  }
  const whole = isWhole(seen.value) ? seen : await withMore(options, seen, again)
  return checkFields(options, settingsPlace(options, chat), known, whole, again)
}

async function withMore(options: CheckOptions, { value, look }: Seen<Fields>, again: () => Promise<Fields>): Promise<Seen<Fields>> {
  const more = await see(options, again)
  return { value: { ...value, ...more.value }, look: { before: look.before, after: more.look.after } }
}

/** A list may leave out chats that exist. */
async function lookAtMissing(options: CheckOptions, chatId: number, known: Known<Fields> | undefined): Promise<number> {
  const { work, nowMs } = options
  const seen = await see(options, () => seeChat(options.call, chatId))
  if (seen.value) return lookAtOne(options, seen.value, { value: seen.value.fields, look: seen.look }, known)
  await work.transaction(async (trx) => {
    await forgetChat(trx, work.workspace, chatId)
    await closeAll(trx, { workspace: work.workspace, chatId, at: nowMs() })
  })
  return 0
}

async function leastRecent({ database, work }: CheckOptions, chatIds: number[]): Promise<number[]> {
  const rows = await rowsWith(database.query, 'drift_known', { workspace: work.workspace, resource: ['bans', 'polls'] })
    .select(['chat_id', 'resource', 'checked'])
    .execute()
  const checked = new Map(rows.map(({ chat_id, resource, checked: at }) => [`${resource} ${chat_id}`, at]))
  const earliest = (chatId: number) => Math.min(checked.get(`bans ${chatId}`) ?? 0, checked.get(`polls ${chatId}`) ?? 0)
  return chatIds.toSorted((one, other) => earliest(one) - earliest(other))
}

/** Profile, currency and social settings. `isWhole`: both could be read. */
export function lookAtAccount(options: CheckOptions) {
  const { call, notify, work } = options
  const place = { workspace: work.workspace, chatId: 0, chatName: '' }
  return lookAll([
    () =>
      lookAtFields(options, { ...place, resource: 'account' }, () => seeAccount(call, (plan) => notifyPlan(notify, work.workspace, plan))),
    () => lookAtFields(options, { ...place, resource: 'social' }, () => seeSocial(call)),
  ])
}

async function lookAtFields(
  options: CheckOptions,
  place: Place & { resource: 'account' | 'social' | 'polls' },
  read: () => Promise<Fields>,
) {
  const known = await knownOf(options.database.query, place.workspace, place.resource, place.chatId)
  return checkFields(options, place, known.get(place.chatId), await see(options, read), read)
}

/** How many changes from outside they find. `isWhole`: all of it could be read. */
async function lookAll(looks: readonly (() => Promise<number>)[]): Promise<{ isWhole: boolean; found: number }> {
  const result = { isWhole: true, found: 0 }
  for (const look of looks) {
    const found = await unlessFailed(look)
    if (found === null) result.isWhole = false
    else result.found += found
  }
  return result
}

/** Bans and polls of a chat. `isWhole`: both could be read. */
export async function lookAtChat(options: CheckOptions, chatId: number) {
  const { call, database, work } = options
  const { workspace } = work
  const row = await rowsWith(database.query, 'drift_known', { workspace, resource: 'settings', chat_id: chatId })
    .select('chat_name')
    .executeTakeFirst()
  const place = { workspace, chatId, chatName: row?.chat_name ?? '' }
  return lookAll([
    async () => {
      const read = () => seeRanges(call, chatId)
      const known = (await knownOf(database.query, workspace, 'bans', chatId)).get(chatId)
      return checkRanges(options, { ...place, resource: 'bans' }, known, await see(options, read), read)
    },
    () => lookAtFields(options, { ...place, resource: 'polls' }, () => seePolls(call, chatId)),
  ])
}

/** What a look at the service shows. Only fields that the answer has: what it leaves out has not become the default. */
interface SeenChat {
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
async function seeChat(call: Call, chatId: number): Promise<SeenChat | null> {
  try {
    const { data, raw } = await readAnswer((options) => call('chatRead', { params: { chatId } }, options))
    return seenChat(data, raw)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'refused' && error.status === 404) return null
    throw error
  }
}

async function seeAccount(call: Call, onPlan: (plan: Plan) => Promise<void>): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('accountRead', {}, options))
  await onPlan(data.plan)
  return seenFields([...Object.keys(profileLabels), 'currency'], data, raw)
}

async function seeSocial(call: Call): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('socialRead', {}, options))
  return seenFields(Object.keys(socialLabels), data, raw)
}

async function seePolls(call: Call, chatId: number): Promise<Fields> {
  const { data, raw } = await readAnswer((options) => call('pollList', { params: { chatId } }, options))
  const items = raw as Json[]
  return Object.assign({}, ...data.map((poll, index) => pollFields(poll, items[index] ?? {}))) as Fields
}

const seeRanges = async (call: Call, chatId: number): Promise<BannedRange[]> =>
  (await call('banList', { params: { chatId } })).data.filter(({ firstIp, lastIp }) => isAddress(firstIp) && isAddress(lastIp))

/** Whatever else a service lists is not an IPv4 range and cannot be compared. */
const isAddress = (text: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text)
