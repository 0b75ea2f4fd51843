import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isParsedSetting, isText, settingsRead, settingsWrite, type Settings, type SettingsWrite } from './settings-derive.ts'
import { boolean, filledText, id, listResponse, itemResponse, wireBoolean, wireDate, wireSeconds, wireText } from './values.ts'

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

/** The settings are left out, because the person may not read them: most of what is here are defaults (gateway/reduced.ts). */
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

export const chatList = endpoint('GET /chats', 'chats.read', 'List the chats of the account', {
  response: listResponse(Chat),
  // An account may have thousands of chats with 65 fields each.
  fastResponse: listResponse(z.union([z.custom<Chat>(isParsedChat), Chat])),
  clientResponse: z.pipe(
    listResponse(z.union([z.custom<Chat>(isParsedChat), VisibleChat])),
    // A service may list a chat twice: it would be written and counted twice.
    z.transform((list) => ({ ...list, data: eachOnce(list.data) })),
  ),
})

export const chatRead = endpoint('GET /chats/{chatId}', 'chats.read', 'Read one chat', {
  versioned: true,
  response: itemResponse(Chat),
  clientResponse: itemResponse(VisibleChat),
})

export const chatCreate = endpoint('POST /chats', 'chats.create', 'Create a chat', {
  nonIdempotent: true,
  description: 'Settings that are left out get the defaults of the API document.',
  body: ChatDraft,
  response: ChatCreated,
})

export const chatDuplicate = endpoint('POST /chats/{chatId}/duplicate', 'chats.create', 'Duplicate a chat', {
  nonIdempotent: true,
  body: z.object({
    name: z.optional(filledText(200)),
    settings: z.optional(boolean),
    monetize: z.optional(boolean),
    design: z.optional(boolean),
    bannedIps: z.optional(boolean),
  }),
  response: ChatCreated,
})

export const chatUpdate = endpoint('PUT /chats/{chatId}', 'settings.write', 'Change the settings of a chat', {
  versioned: true,
  description: 'Settings that are left out keep their value.',
  body: ChatChanges,
})

export const chatDelete = endpoint('DELETE /chats/{chatId}', 'chats.delete', 'Delete a chat and everything in it')
