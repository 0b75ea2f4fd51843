import type { Access } from '#contract/gateway/rights.ts'
import { ipv4, ipv4ToNumber } from '#contract/values.ts'
import { builtInPresets, Preset } from '#contract/presets/preset.ts'
import type { StoredRecord } from '#contract/gateway/records.ts'
import { PollDraft, pollUpdate, textsToUpdate } from '#contract/polls.ts'
import { type EndpointCommand, changes, endpointOf, fieldsOfEndpoint } from './endpoint-command.ts'
import { deleteMessagesCommand } from './delete-messages.ts'
import { type Field, fieldsOf } from './fields.ts'
import type { OwnCommand } from './own-command.ts'
import type { GroupName } from './groups.ts'
import { getSettings, setSettings } from './settings-commands.ts'
import { UsageError, checked } from './usage-error.ts'

/** The commands. Arguments, options and help of each derive from its endpoint; what is here is what no schema says. */

export type Command = EndpointCommand | OwnCommand

/** Those of the account, and those built in that the account has not replaced. */
const listPresets: OwnCommand = {
  summary: 'List the modes that can be turned on',
  right: 'presets.use',
  isWrite: false,
  fields: [],
  run: async ({ connection: { target, gateway } }) => {
    if (!target.isScoped) throw new UsageError('This needs a scoped token, which an Owner creates in the dashboard (Account → Team).')
    const data: StoredRecord[] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await gateway('recordList', { params: { kind: 'presets' }, query: after === undefined ? {} : { after } })
      data.push(...page.data)
      after = page.next
    }
    const stored = new Map(data.flatMap(({ key, value }) => (Preset.safeParse(value).success ? [[key, Preset.parse(value)] as const] : [])))
    const presets = new Map<string, Preset>([...Object.entries(builtInPresets), ...stored])
    const rows = [...presets].map(([id, { name, description, minutes, values }]) => ({ id, name, description, minutes, values }))
    return { outcome: 'done', data: rows, columns: ['id', 'name', 'minutes', 'description'] }
  },
}

/** An update replaces all texts of a poll (docs/assumptions.md row 8), so those that are not named are sent as they are. */
const updatePoll: OwnCommand = {
  summary: pollUpdate.summary,
  description: 'What is not named stays as it is. An answer that is emptied loses its votes.',
  right: pollUpdate.right,
  isWrite: true,
  fields: fieldsOf(pollUpdate).map((field) => (field.place === 'body' ? { ...field, isRequired: false } : field)),
  run: async ({ connection: { call }, values: { chatId, pollId, ...changes } }) => {
    const params = checked(pollUpdate.params!, { chatId, pollId })
    const { data } = await call('pollList', { params: { chatId: params.chatId } })
    const poll = data.find(({ id }) => id === params.pollId)
    if (!poll) throw new UsageError(`There is no poll ${params.pollId} in this chat.`)
    const { question, answer1, answer2, answer3, answer4 } = poll
    const body = checked(PollDraft, { question, answer1, answer2, answer3, answer4, ...changes })
    await call('pollUpdate', { params, body: textsToUpdate(body, poll) })
    return { outcome: 'done', data: { done: true }, text: 'Done.' }
  },
}

const chatColumns = ['id', 'name', 'offline', 'lastUsed'] as const

export const commands: Record<GroupName, Record<string, Command>> = {
  chats: {
    list: { endpoint: 'chatList', columns: chatColumns },
    read: { endpoint: 'chatRead' },
    create: { endpoint: 'chatCreate', positional: ['name'] },
    duplicate: { endpoint: 'chatDuplicate' },
    delete: { endpoint: 'chatDelete', isDestructive: true },
  },
  settings: { get: getSettings, set: setSettings },
  messages: {
    list: {
      endpoint: 'messageList',
      fixed: { fast: true },
      columns: ['messageId', 'time', 'userId', 'userName', 'text'],
    },
    post: { endpoint: 'messageSend', positional: ['text'] },
    delete: deleteMessagesCommand,
    clear: { endpoint: 'messageDeleteAll', isDestructive: true },
  },
  bans: {
    list: { endpoint: 'banList' },
    add: { endpoint: 'banCreate', positional: ['ip', 'lastIp'], typed: withBlock },
    lift: { endpoint: 'banLift' },
    'lift-range': { endpoint: 'banLiftRange' },
  },
  polls: {
    list: {
      endpoint: 'pollList',
      columns: ['id', 'question', 'answer1count', 'answer2count', 'answer3count', 'answer4count', 'publishedDate'],
    },
    create: { endpoint: 'pollCreate' },
    update: updatePoll,
    publish: { endpoint: 'pollPublish' },
    resend: { endpoint: 'pollResend' },
    reset: { endpoint: 'pollReset', isDestructive: true },
    delete: { endpoint: 'pollDelete', isDestructive: true },
  },
  presets: {
    list: listPresets,
    active: { gateway: 'presetOnList', columns: ['id', 'name', 'by', 'at', 'until'] },
    used: { gateway: 'presetUseList' },
    preview: { gateway: 'presetPreview', isRead: true },
    'turn-on': { gateway: 'presetTurnOn' },
    extend: { gateway: 'presetExtend' },
    end: { gateway: 'presetEnd' },
    result: { gateway: 'jobRead' },
  },
  profile: { read: { endpoint: 'accountRead' } },
  social: { read: { endpoint: 'socialRead' } },
  token: { read: { gateway: 'ownTokenRead' } },
}

export const isWrite = (command: Command): boolean => ('run' in command ? command.isWrite : changes(command))

export const fieldsOfCommand = (command: Command): readonly Field[] => ('run' in command ? command.fields : fieldsOfEndpoint(command))

export const summaryOf = (command: Command): string => ('run' in command ? command : endpointOf(command)).summary

export const descriptionOf = (command: Command): string | undefined => ('run' in command ? command : endpointOf(command)).description

/** What the token needs for it. */
export const rightOf = (command: Command): Access => ('run' in command ? command : endpointOf(command)).right

/** `10.0.0.0/8` as the range of the API: its first and its last address. Other values stay as they are. Throws a UsageError. */
export function withBlock(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { ip, lastIp } = values
  const [address = '', bits, ...more] = String(ip).split('/')
  if (bits === undefined) return { ...values }
  if (lastIp !== undefined) throw new UsageError('A block such as 10.0.0.0/8 has no lastIp.')
  if (!/^(?:[12]?\d|3[0-2])$/.test(bits) || more.length > 0 || !ipv4.safeParse(address).success)
    throw new UsageError(`"${String(ip)}" is not a block such as 10.0.0.0/8.`)
  const size = 2 ** (32 - Number(bits))
  const first = ipv4ToNumber(address)
  if (first % size !== 0)
    throw new UsageError(`"${String(ip)}" does not begin with its first address, ${addressOf(first - (first % size))}. Nothing was sent.`)
  return { ...values, ip: address, lastIp: addressOf(first + size - 1) }
}

const addressOf = (number: number): string => [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
