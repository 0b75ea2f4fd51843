import { recorded, type Recorded } from './activity.ts'
import type { WriteName } from './client.ts'
import { resources, type Resource, type ResourceName } from './resources.ts'

/** What a call changes, by what was read before it and by how its endpoint is declared (activity.ts). The browser's record and the audit log share it. */

export type Value = string | number | boolean | null

/** One field. `before` is missing where it was not known, `after` where nothing is left. */
export interface FieldChange {
  /** The field's name in the API; a figure's label in the receipt of a job. */
  name: string
  before?: Value
  after?: Value
}

export const outcomes = {
  done: 'Done',
  partly: 'Partly done',
  refused: 'Refused',
  unknown: 'Unknown',
  unsent: 'Not sent',
} as const
export type Outcome = keyof typeof outcomes

/** The declaration as the general type: the table's own types are too exact to be generic over. */
export const declared = (action: WriteName): Recorded => recorded[action]

export const isRecorded = (name: string): name is WriteName => Object.hasOwn(recorded, name)

/** What identifies the resource within its chat: the number of a poll, the addresses of a range. */
export type Target = Readonly<Record<string, string | number>>

/** What a resource holds. */
export type State = Readonly<Record<string, Value | undefined>>

export interface SentRequest {
  params?: Target
  body?: unknown
}

/** What a request changes. */
export type RecordedChange = ReturnType<typeof recordedChange>

/** Whether the record of a change says what was there before. */
export function needsBefore(name: WriteName): boolean {
  const { fields, creates, resets, subject } = declared(name)
  return (fields !== undefined && !creates) || resets !== undefined || subject?.startsWith('before.') === true
}

/** Fields whose values are never recorded, whichever resource they belong to. */
const secretFields: ReadonlySet<string> = new Set(['tokenKey', 'token', 'password'])

/** @param before the resource as it was, undefined where it is not known */
export function recordedChange(name: WriteName, request: SentRequest, before: State | undefined) {
  const declaration = declared(name)
  const { params = {}, body } = request
  const target = targetOf(name, request)
  return {
    kind: declaration.kind,
    chatId: params['chatId'] === undefined ? null : Number(params['chatId']),
    /** What it names beside the chat: a poll's question, addresses, a message's text. */
    subject: subjectOf(declaration, { params, body, before, target }),
    target,
    /** Only what differs. */
    changes: changesOf(declaration, (body ?? {}) as State, before),
  }
}

/** The values that a request sends of the recorded fields. */
export function sentFields(name: WriteName, { body }: SentRequest): State {
  const { fields, resource } = declared(name)
  const names = fields === 'all' ? Object.keys(resources[resource].fields) : (fields ?? [])
  const values = (body ?? {}) as State
  return Object.fromEntries(
    names.filter((field) => values[field] !== undefined && !secretFields.has(field)).map((field) => [field, values[field]]),
  )
}

export const idNames = (resource: ResourceName) => Object.keys(resources[resource].id)

/** Where a request names this part of what identifies its resource, in the order to look. */
export const sourcesOf = (name: WriteName, id: string) => declared(name).target?.[id] ?? [`params.${id}`]

/** What a request names, within its chat. */
export function targetOf(name: WriteName, request: SentRequest): Target {
  const ids = idNames(declared(name).resource).filter((id) => id !== 'chatId')
  const values = ids.map((id) => [
    id,
    sourcesOf(name, id)
      .map((source) => partAt(request, source))
      .find((value) => value !== undefined),
  ])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Target
}

/** @param source `body`, `body.question`, `params.pollId` ... */
function partAt(parts: object, source: string): unknown {
  return source.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], parts)
}

function subjectOf({ subject, maxSubjectLength }: Recorded, parts: SentRequest & { before: State | undefined; target: Target }): string {
  if (subject === undefined) return ''
  // One address is a range of itself.
  if (subject === 'target') return [...new Set(Object.values(parts.target))].join('-')
  // The body itself is a list of ids; everything else that is named is one value. A request that was not checked yet may hold anything.
  const value = partAt(parts, subject)
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return maxSubjectLength === undefined ? text : Array.from(text).slice(0, maxSubjectLength).join('')
}

function changesOf(
  { resource, fields, flags = [], creates, resets = {} }: Recorded,
  body: State,
  before: State | undefined,
): FieldChange[] {
  const { fields: labels, defaults }: Resource = resources[resource]
  // Where the state before is not known, all of it would look like a change.
  const base: State = (creates ? defaults : before) ?? {}
  const names = fields === 'all' ? Object.keys(labels) : (fields ?? [])
  return [
    ...names.flatMap((name): FieldChange[] => {
      const [old, after] = [base[name], body[name]]
      if (old === undefined || after === undefined || old === after || (isNone(old) && isNone(after))) return []
      if (secretFields.has(name)) return [{ name }]
      return [{ name, ...(!creates && { before: old }), after }]
    }),
    ...flags.filter((name) => body[name]).map((name) => ({ name, after: true })),
    ...Object.entries(before ? resets : {}).map(([name, counts]) => ({
      name,
      before: counts.reduce((sum, count) => sum + Number(before?.[count]), 0),
      after: 0,
    })),
  ]
}

/** 0, null and '' all mean that nothing is set. */
export const isNone = (value: Value) => value === null || value === '' || value === 0
