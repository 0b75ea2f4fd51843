import type { CallName } from '#contract/client.ts'
import {
  declared,
  idNames,
  isRecorded,
  recordedChange,
  targetOf,
  type SentRequest,
  type State,
  type Target,
} from '#contract/recorded-change.ts'
import { resources, type Resource, type ResourceName } from '#contract/resources.ts'
import type { ActivityEntry } from './entry.ts'

/** What was read last is the state before a change: the page reads afresh before it writes. */

/** What was read last, by resource and what identifies it. */
export type Known = Map<string, State>

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
  const { params = {} } = request
  const before = known.get(keyOf(declared(name).resource, { ...params, ...targetOf(name, request) }))
  return {
    action: name,
    at,
    chatName: String(known.get(keyOf('chat', params))?.['name'] ?? ''),
    ...recordedChange(name, request, before),
    outcome: 'unknown',
    message: '',
  }
}
