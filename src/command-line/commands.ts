import type { Access } from '#contract/workspace/rights.ts'
import { changes, endpointOf, fieldsOfEndpoint, type EndpointCommand } from './endpoint-command.ts'
import { withBlock } from './address-block.ts'
import { deleteMessagesCommand } from './delete-messages.ts'
import type { Field } from './fields.ts'
import { listPresets } from './list-presets.ts'
import type { OwnCommand } from './own-command.ts'
import type { GroupName } from './groups.ts'
import { getSettings, setSettings } from './settings-commands.ts'
import { updatePoll } from './update-poll.ts'

/** The commands. Arguments, options and help of each derive from its endpoint; what is here is what no schema says. */

export type Command = EndpointCommand | OwnCommand

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
    active: { workspace: 'presetOnList', columns: ['id', 'name', 'by', 'at', 'until'] },
    used: { workspace: 'presetUseList' },
    preview: { workspace: 'presetPreview', isRead: true },
    'turn-on': { workspace: 'presetTurnOn' },
    extend: { workspace: 'presetExtend' },
    end: { workspace: 'presetEnd' },
    result: { workspace: 'jobRead' },
  },
  profile: { read: { endpoint: 'accountRead' } },
  social: { read: { endpoint: 'socialRead' } },
  token: { read: { workspace: 'ownTokenRead' } },
}

export const isWrite = (command: Command): boolean => ('run' in command ? command.isWrite : changes(command))

export const fieldsOfCommand = (command: Command): readonly Field[] => ('run' in command ? command.fields : fieldsOfEndpoint(command))

export const summaryOf = (command: Command): string => ('run' in command ? command : endpointOf(command)).summary

export const descriptionOf = (command: Command): string | undefined => ('run' in command ? command : endpointOf(command)).description

/** What the token needs for it. */
export const rightOf = (command: Command): Access => ('run' in command ? command : endpointOf(command)).right
