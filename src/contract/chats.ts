import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { settingsRead, settingsWrite, type Settings, type SettingsWrite } from './settings-derive.ts'
import {
  boolean,
  doneResponse,
  filledText,
  id,
  chatParams,
  listResponse,
  itemResponse,
  wireBoolean,
  wireDate,
  wireSeconds,
  wireText,
} from './values.ts'

const readOnly = {
  id,
  hash: wireText,
  /** Seconds since epoch. */
  createDate: z.nullable(wireSeconds),
  /** "Server time" without a time zone; null = never. */
  lastUsed: wireDate,
  registerTermsLink: wireText,
}

export const Chat = z.object({ ...readOnly, ...settingsRead })
export type Chat = z.output<typeof Chat> & Settings

const { name, ...others } = settingsWrite
const optionalOthers = Object.fromEntries(Object.entries(others).map(([key, schema]) => [key, z.optional(schema)])) as {
  [K in Exclude<keyof SettingsWrite, 'name'>]: z.ZodMiniOptional<(typeof settingsWrite)[K]>
}

export const ChatDraft = z.object({ name, ...optionalOthers })
export const ChatChanges = z.object({ name: z.optional(name), ...optionalOthers })

const ChatCreated = z.object({ status: wireBoolean, chatId: id, hash: wireText })

export const chatList = endpoint({
  method: 'GET',
  path: '/chats',
  summary: 'List the chats of the account',
  response: listResponse(Chat),
})

export const chatRead = endpoint({
  method: 'GET',
  path: '/chats/{chatId}',
  summary: 'Read one chat',
  versioned: true,
  params: chatParams,
  response: itemResponse(Chat),
})

export const chatCreate = endpoint({
  method: 'POST',
  path: '/chats',
  summary: 'Create a chat',
  nonIdempotent: true,
  description: 'Settings that are left out get the defaults of the API document.',
  body: ChatDraft,
  response: ChatCreated,
})

export const chatDuplicate = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/duplicate',
  summary: 'Duplicate a chat',
  nonIdempotent: true,
  params: chatParams,
  body: z.object({
    name: z.optional(filledText(200)),
    settings: z.optional(boolean),
    monetize: z.optional(boolean),
    design: z.optional(boolean),
    bannedIps: z.optional(boolean),
  }),
  response: ChatCreated,
})

export const chatUpdate = endpoint({
  method: 'PUT',
  path: '/chats/{chatId}',
  summary: 'Change the settings of a chat',
  versioned: true,
  description: 'Settings that are left out keep their value.',
  params: chatParams,
  body: ChatChanges,
  response: doneResponse,
})

export const chatDelete = endpoint({
  method: 'DELETE',
  path: '/chats/{chatId}',
  summary: 'Delete a chat and everything in it',
  params: chatParams,
  response: doneResponse,
})
