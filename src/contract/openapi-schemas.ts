import { z } from 'zod/mini'
import { Account, AccountDraft, Plan } from './account.ts'
import { BanDraft, BannedRange } from './banned-ips.ts'
import { Chat, ChatChanges, ChatDraft } from './chats.ts'
import { Message, MessageDraft, maxMessageBytes } from './messages.ts'
import { Poll, PollDraft } from './polls.ts'
import { documentedDefault, setting, settingNames } from './settings-derive.ts'
import { groups, type Control, type Setting, type SettingName } from './settings.ts'
import { Social } from './social.ts'
import { doneResponse, pathId, refusal, wireBoolean, wireCount, wireDate, wireSeconds, wireText, wireVotes } from './values.ts'

export type Json = Record<string, unknown>
type Schema = z.ZodMiniType

/** The schemas that have a name in the document. */
const resources = new Map<Schema, string>([
  [Chat, 'Chat'],
  [ChatDraft, 'ChatDraft'],
  [ChatChanges, 'ChatChanges'],
  [Poll, 'Poll'],
  [PollDraft, 'PollDraft'],
  [Message, 'Message'],
  [MessageDraft, 'MessageDraft'],
  [BannedRange, 'BannedRange'],
  [BanDraft, 'BanDraft'],
  [Account, 'Account'],
  [AccountDraft, 'AccountDraft'],
  [Plan, 'Plan'],
  [Social, 'Social'],
  [doneResponse, 'Done'],
  [refusal, 'Refusal'],
])
const drafts = new Set<Schema>([ChatDraft, ChatChanges, PollDraft, MessageDraft, BanDraft, AccountDraft])

/** What our service sends for values that other services write in several ways. */
const serviceForms = new Map<Schema, Json>([
  [wireBoolean, { type: 'boolean' }],
  [wireText, { type: 'string' }],
  [wireVotes, { type: 'integer', minimum: 0 }],
  [wireCount, { type: 'integer', minimum: 0 }],
  [wireSeconds, { type: 'number', description: 'Seconds since 1970.' }],
  [wireDate, { type: ['string', 'null'], description: '`YYYY-MM-DD HH:MM:SS` in UTC; null = no date.', examples: ['2025-03-01 12:00:00'] }],
  [pathId, { type: 'integer', minimum: 1 }],
])

/** A schema in JSON, with references to the named ones inside it. */
export function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      // toJSONSchema names schemas by the core's type, of which every mini schema is one.
      const inner = zodSchema as unknown as Schema
      const name = inner === schema ? undefined : resources.get(inner)
      const replacement = name ? reference(name) : serviceForms.get(inner)
      if (replacement) {
        for (const key of Object.keys(made)) delete made[key]
        Object.assign(made, replacement)
      }
      // Responses may have additional fields, which clients must ignore.
      if (made.additionalProperties === false) delete made.additionalProperties
    },
  })
  return rest
}

/** The fields of an object that a schema takes. */
export function propertiesOf(schema: Schema | undefined): { name: string; schema: Json; isRequired: boolean }[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, value]) => ({ name, schema: value, isRequired: required.includes(name) }))
}

/** The parameters that a schema of them describes. */
export const parametersIn = (place: 'path' | 'query', schema: Schema | undefined) =>
  propertiesOf(schema).map(({ name, schema: of, isRequired }) => ({
    name,
    in: place,
    required: place === 'path' || isRequired,
    schema: of,
  }))

export const content = (schema: Json): Json => ({ 'application/json': { schema } })

export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The schema, or a reference where it has a name. */
export const schemaOf = (schema: Schema, io: 'input' | 'output'): Json => {
  const name = resources.get(schema)
  return name ? reference(name) : jsonSchema(schema, io)
}

/** Every named schema, for the document's components. */
export const namedSchemas = (): Json => Object.fromEntries([...resources].map(([schema, name]) => [name, resource(schema)]))

function resource(schema: Schema): Json {
  const described = jsonSchema(schema, drafts.has(schema) ? 'input' : 'output')
  const properties = described['properties']
  if (schema === Chat) return { ...described, properties: withSettings(properties, (name) => onRead(setting(name).control)) }
  if (schema === ChatDraft) return { ...described, properties: withSettings(properties, withDefault) }
  if (schema === ChatChanges) return { ...described, properties: withSettings(properties, (_, property) => property) }
  if (schema === MessageDraft) return { ...described, description: `\`text\` has at most ${maxMessageBytes} bytes in UTF-8.` }
  return described
}

/** Labels, help and, for a new chat, defaults of the catalogue over the properties of a chat. */
function withSettings(properties: unknown, shape: (name: SettingName, property: Json) => Json): Json {
  const all = properties as Record<string, Json>
  const entries = settingNames.map((name) => [name, { ...shape(name, all[name]!), ...settingDocs(setting(name)) }])
  return { ...all, ...Object.fromEntries(entries) }
}

function settingDocs({ label, help, group, needs }: Setting): Json {
  const condition = needs ? ` No effect unless \`${needs.setting}\` is ${needs.is === 'filled' ? 'filled' : String(needs.is)}.` : ''
  return { title: label, description: `${help}${condition} (${groups[group].label})` }
}

const withDefault = (name: SettingName, property: Json) =>
  documentedDefault(name) === null ? property : { ...property, default: documentedDefault(name) }

/** A setting as our service sends it. */
function onRead({ kind }: Control): Json {
  if (kind === 'switch') return { type: 'boolean' }
  if (kind === 'seconds' || kind === 'choice' || kind === 'sound') return { type: 'integer' }
  return { type: 'string' }
}
