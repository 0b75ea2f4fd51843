import { z } from 'zod/mini'
import type { Undo } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import { Failure, type ReadName, type WriteName } from '#contract/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { declared, sourcesOf, targetOf, type SentRequest, type State, type Target, type Value } from '#contract/recorded-change.ts'
import { refresh } from '#dashboard/platform/api/query.ts'
import type { Fields } from '#engine/saving/three-way.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { ActivityEntry } from './entry.ts'

/** What an undo works on: all fields, because whether omitted ones keep their value is not documented (docs/assumptions.md rows 8 and 16). */
export interface UndoTarget {
  /** Rejects with a Failure where it is gone. */
  read: () => Promise<Fields>
  /** The endpoint that `write` sends to. */
  action: WriteName
  /** Sends the whole set. @param fresh what was held a moment before */
  write: (send: SendRequest, all: Fields, fresh: Fields) => Promise<unknown>
  refresh: () => Promise<void>
  /** What these values remove as well, in a sentence; ''. Asked after a read. */
  warning: (values: Fields) => string
}

/** The target of an entry that can be undone; null where the page of settings does it. */
export function undoTarget({ action, chatId, target }: ActivityEntry): UndoTarget | null {
  const { undo } = declared(action)
  const params = { ...(chatId !== null && { chatId }), ...target }
  if (undo.kind === 'restore') return earlierValues(action, undo, params)
  if (undo.kind === 'inverse') return inverse(action, undo.by, params, target)
  return null
}

/** As forms hold it: no country and no text are ''. */
export const asField = (value: Value | undefined) => (typeof value === 'boolean' ? value : String(value || ''))

function earlierValues(action: WriteName, { stepUpField, removes }: Extract<Undo, { kind: 'restore' }>, params: Target): UndoTarget {
  const resource: Resource = resources[declared(action).resource]
  const { body }: Endpoint = api[action]
  const written = body instanceof z.ZodMiniObject ? Object.keys(body.shape) : []
  let seen: State = {}
  return {
    read: async () => {
      const state = await readOne(resource, params)
      if (!state) throw new Failure('refused', { advice: resource.gone })
      seen = state
      const names = Object.keys(resource.fields).filter((name) => name in state && written.includes(name))
      return Object.fromEntries(names.map((name) => [name, asField(state[name])]))
    },
    action,
    write: (send, all, fresh) =>
      sendLoosely(send)(
        action,
        { params, body: withCountry(resource, all, fresh) },
        { isFinal: stepUpField !== undefined && all[stepUpField] !== fresh[stepUpField] },
      ),
    refresh: () => refreshRead(resource),
    warning: (values) => {
      const emptied = Object.entries(removes?.counts ?? {}).filter(([name]) => values[name] === '')
      const sum = emptied.reduce((total, [, count]) => total + Number(seen[count]), 0)
      return removes && sum > 0 ? plural(sum, removes.warning.one, removes.warning.other) : ''
    },
  }
}

/** A country is a number, and 0 removes it (docs/assumptions.md row 6); where there is and was none, it is left out. */
function withCountry({ country }: Resource, all: Fields, fresh: Fields): Record<string, unknown> {
  if (country === undefined) return all
  const { [country]: id, ...others } = all
  return { ...others, ...((id || fresh[country]) && { [country]: Number(id) }) }
}

function inverse(action: WriteName, by: readonly WriteName[], params: Target, target: Target): UndoTarget | null {
  const resource: Resource = resources[declared(action).resource]
  const calls = by.map((name) => ({ name, request: requestNaming(name, params, target) }))
  const found = calls.find(({ request }) => request !== null)
  const { presence } = resource
  if (!found?.request || !presence) return null
  const { name, request } = found
  return {
    read: async () => ({ [presence.field]: (await readOne(resource, params)) !== undefined }),
    action: name,
    write: (send) => sendLoosely(send)(name, request),
    refresh: () => refreshRead(resource),
    warning: () => '',
  }
}

/** The request of an endpoint that names exactly this target; null where it cannot: the path of one address names no range. */
function requestNaming(name: WriteName, { chatId = '' }: Target, target: Target): SentRequest | null {
  const parts = { params: { chatId } as Record<string, string | number>, body: {} as Record<string, string | number> }
  const isNamed = ([id, value]: [string, string | number]) => targetOf(name, parts)[id] === value
  for (const [id, value] of Object.entries(target)) {
    const [part, field] = sourcesOf(name, id)[0]!.split('.') as ['params' | 'body', string]
    if (!isNamed([id, value])) parts[part][field] = value
  }
  if (!Object.entries(target).every(isNamed)) return null
  return Object.keys(parts.body).length > 0 ? parts : { params: parts.params }
}

// Which input and answer belong to an endpoint is in its declaration, where the compiler cannot follow.
const sendLoosely = (send: SendRequest) => send as (name: WriteName, input: SentRequest, options?: { isFinal: boolean }) => Promise<unknown>
const callLoosely = call as (name: ReadName, input: SentRequest) => Promise<{ data: unknown }>

/** The resource as it is now; undefined where it is not in its list. */
async function readOne({ read, list, id }: Resource, params: Target): Promise<State | undefined> {
  const { data } = await callLoosely((read ?? list)!, { params })
  const isIt = (item: State) => Object.entries(id).every(([name, field]) => String(item[field]) === String(params[name]))
  return read ? (data as State) : (data as State[]).find(isIt)
}

const refreshRead = ({ read, list }: Resource) => refresh((read ?? list)!)
