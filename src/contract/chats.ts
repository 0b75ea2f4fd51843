import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isParsedSetting, isText, settingsRead, settingsWrite, type Settings, type SettingsWrite } from './settings-derive.ts'
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
  /** Seconds since epoch; null: the service does not say. */
  createDate: z._default(z.nullable(wireSeconds), null),
  /** "Server time" without a time zone; null = never. */
  lastUsed: wireDate,
  registerTermsLink: wireText,
}

export const Chat = z.object({ ...readOnly, ...settingsRead })
export type Chat = z.output<typeof Chat> & Settings & IsReduced

/** The settings are left out, because the person may not read them: most of what is here are defaults (workspace/reduced.ts). */
const isReduced = { isReduced: z.optional(z.literal(true)) }
type IsReduced = { isReduced?: true | undefined }
const VisibleChat = z.object({ ...Chat.shape, ...isReduced })

const parsedChecks = Object.entries({
  id: (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0,
  hash: isText,
  createDate: (value: unknown) => value === null || (Number.isFinite(value) && Math.abs(Number(value)) <= 1e11),
  lastUsed: (value: unknown) => value === null || (isText(value) && value !== '' && !value.startsWith('0000-00-00')),
  registerTermsLink: isText,
  ...isParsedSetting,
} satisfies Record<keyof typeof Chat.shape, (value: unknown) => boolean>)

/** Whether `Chat` would parse a value of JSON to the same value: every field is there in its parsed form, and no other. */
function isParsedChat(value: unknown): value is Chat {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return parsedChecks.every(([name, holds]) => holds(fields[name])) && Object.keys(value).length === parsedChecks.length
}

const { name, ...others } = settingsWrite
const optionalOthers = Object.fromEntries(Object.entries(others).map(([key, schema]) => [key, z.optional(schema)])) as {
  [K in Exclude<keyof SettingsWrite, 'name'>]: z.ZodMiniOptional<(typeof settingsWrite)[K]>
}

export const ChatDraft = z.object({ name, ...optionalOthers })
export const ChatChanges = z.object({ name: z.optional(name), ...optionalOthers })

const ChatCreated = z.object({ status: wireBoolean, chatId: id, hash: wireText })

function eachOnce<T extends { id: number }>(chats: T[]): T[] {
  const ids = new Set<number>()
  return chats.filter(({ id: chatId }) => !ids.has(chatId) && ids.add(chatId))
}

export const chatList = endpoint({
  method: 'GET',
  path: '/chats',
  summary: 'List the chats of the account',
  right: 'chats.read',
  response: listResponse(Chat),
  // An account may have thousands of chats with 65 fields each.
  fastResponse: listResponse(z.union([z.custom<Chat>(isParsedChat), Chat])),
  clientResponse: z.pipe(
    listResponse(z.union([z.custom<Chat>(isParsedChat), VisibleChat])),
    // A service may list a chat twice: it would be written and counted twice.
    z.transform((list) => ({ ...list, data: eachOnce(list.data) })),
  ),
})

export const chatRead = endpoint({
  method: 'GET',
  path: '/chats/{chatId}',
  summary: 'Read one chat',
  right: 'chats.read',
  versioned: true,
  params: chatParams,
  response: itemResponse(Chat),
  clientResponse: itemResponse(VisibleChat),
})

export const chatCreate = endpoint({
  method: 'POST',
  path: '/chats',
  summary: 'Create a chat',
  right: 'chats.create',
  nonIdempotent: true,
  description: 'Settings that are left out get the defaults of the API document.',
  body: ChatDraft,
  response: ChatCreated,
})

export const chatDuplicate = endpoint({
  method: 'POST',
  path: '/chats/{chatId}/duplicate',
  summary: 'Duplicate a chat',
  right: 'chats.create',
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
  right: 'settings.write',
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
  right: 'chats.delete',
  params: chatParams,
  response: doneResponse,
})
