import type { Recorded } from '#contract/activity.ts'
import type { CallName, WriteName } from '#contract/client.ts'
import { resources, type Resource, type ResourceName } from '#contract/resources.ts'
import { declared, isRecorded, type ActivityEntry, type FieldChange, type Target, type Value } from './entry.ts'

/**
 * What a call changes, by what was read before it and by how its endpoint is declared. The page reads afresh before it writes, so what was read last is
 * the state before.
 */

export type State = Readonly<Record<string, Value | undefined>>

export interface SentRequest {
  params?: Target
  body?: unknown
}

/** What was read last, by resource and what identifies it. */
export type Known = Map<string, State>

const idNames = (resource: ResourceName) => Object.keys(resources[resource].id)

const keyOf = (resource: ResourceName, ids: Target) => [resource, ids['chatId'], ...idNames(resource).map((name) => ids[name])].join(' ')

const idsOf = (item: State, id: Resource['id']) =>
  Object.fromEntries(Object.entries(id).map(([name, field]) => [name, item[field]])) as Target

/** Remembers what a read answered. */
export function learn(known: Known, name: CallName, { params = {} }: SentRequest, answer: unknown): void {
  // Which endpoint it was says of which form the answer is: the client parsed it.
  const { data } = (answer ?? {}) as { data?: unknown }
  for (const resource of Object.keys(resources) as ResourceName[]) {
    const { read, list, id, presence }: Resource = resources[resource]
    if (read === name) known.set(keyOf(resource, params), data as State)
    // Of what only comes and goes, no earlier value is ever recorded.
    if (list !== name || presence) continue
    for (const item of data as State[]) known.set(keyOf(resource, { ...params, ...idsOf(item, id) }), item)
  }
}

/** The entry for a call that is on its way, or null for one that only reads. @param at milliseconds */
export function entryFor(known: Known, name: CallName, request: SentRequest, at: number): ActivityEntry | null {
  if (!isRecorded(name)) return null
  const declaration = declared(name)
  const { params = {}, body } = request
  const target = targetOf(name, request)
  const before = known.get(keyOf(declaration.resource, { ...params, ...target }))
  return {
    action: name,
    kind: declaration.kind,
    at,
    chatId: params['chatId'] === undefined ? null : Number(params['chatId']),
    chatName: String(known.get(keyOf('chat', params))?.['name'] ?? ''),
    subject: subjectOf(declaration, { params, body, before, target }),
    target,
    changes: changesOf(declaration, (body ?? {}) as State, before),
    outcome: 'unknown',
    message: '',
  }
}

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
  return source.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], parts)
}

function subjectOf({ subject, maxSubjectLength }: Recorded, parts: SentRequest & { before: State | undefined; target: Target }): string {
  if (subject === undefined) return ''
  // One address is a range of itself.
  if (subject === 'target') return [...new Set(Object.values(parts.target))].join('-')
  // The body itself is a list of ids; everything else that is named is one value.
  const value = partAt(parts, subject) as Value | undefined | readonly number[]
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
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
const isNone = (value: Value) => value === null || value === '' || value === 0
