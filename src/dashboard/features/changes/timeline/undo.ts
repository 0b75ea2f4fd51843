import { Failure, type ReadName, type WriteName } from '#contract/client.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { declared, type Value, sourcesOf, targetOf, type SentRequest, type State, type Target } from '#contract/recorded-change.ts'
import { apply } from '#engine/changes/apply.ts'
import { wholeTarget } from '#engine/saving/three-way.ts'
import { serviceNameFirst } from '#contract/provider-names.ts'
import { type SendRequest, call } from '#dashboard/platform/session/session.ts'
import type { ActivityEntry } from './entry.ts'
import { z } from 'zod/mini'
import type { Undo } from '#contract/activity.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { refresh, endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { Chat } from '#contract/chats.ts'
import { isUnnamedSound, isSettingName, withSoundNames, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import { draftName, stageEdits } from '#dashboard/platform/saving/drafts.ts'
import { soundName, type Catalogue } from '#dashboard/platform/service/catalogue.ts'

/** Undoes a change: reads afresh and shows what would be sent; after somebody agreed, the earlier values are saved as any edit is (platform/saving/three-way.ts). */

export interface UndoLine {
  name: string
  now: Value
  /** The value to go back to. */
  earlier: Value
  /** What was written then, where it is something else by now; undefined where nobody changed it. */
  changedSince?: Value
}

interface PreparedUndo {
  /** Empty where everything is as it was before. */
  lines: UndoLine[]
  /** What the earlier values remove as well, in a sentence; ''. */
  warning: string
  /** Resolves to whether the result could be checked. Rejects with a Failure where it is not as it was meant afterwards. */
  run: (send: SendRequest) => Promise<boolean>
}

interface Inverse {
  name: string
  earlier: Value
  written: Value
}

/** The values to go back to. */
function inverseOf({ action, changes }: ActivityEntry): Inverse[] {
  const { resource, makes = null } = declared(action)
  const { presence }: Resource = resources[resource]
  if (presence) return [{ name: presence.field, earlier: makes === 'absent', written: makes === 'present' }]
  return changes.flatMap(({ name, before, after = null }) => (before === undefined ? [] : [{ name, earlier: before, written: after }]))
}

/**
 * What differs between now and the earlier values.
 * @param fresh what the service holds
 * @param comparable a recorded value in the form that `fresh` has
 */
function undoLines(
  entry: ActivityEntry,
  fresh: Readonly<Record<string, Value | undefined>>,
  comparable: (name: string, value: Value) => Value,
): UndoLine[] {
  return inverseOf(entry).flatMap(({ name, ...recorded }) => {
    const [now, earlier, written] = [fresh[name], comparable(name, recorded.earlier), comparable(name, recorded.written)]
    if (now === undefined || now === earlier) return []
    return [{ name, now, earlier, ...(now !== written && { changedSince: written }) }]
  })
}

/** Rejects with a Failure where the target is gone or cannot be read. */
export async function prepareUndo(entry: ActivityEntry, target: UndoTarget): Promise<PreparedUndo> {
  const fresh = await target.read()
  const lines = undoLines(entry, fresh, (_, value) => asField(value))
  const changes: Fields = Object.fromEntries(lines.map(({ name, earlier }) => [name, asField(earlier)]))

  async function run(send: SendRequest) {
    const saved = await apply(
      wholeTarget(target.read, (all, held) => target.write(send, all, held)),
      { base: fresh, changes, conflicts: 'ask' },
    )
    if (saved.outcome === 'decide')
      throw new Failure('refused', { advice: 'It was changed elsewhere just now. Nothing was sent. Close this dialog and try again.' })
    if (saved.outcome === 'unknown') {
      if (saved.isConfirmed) return false
      throw saved.because
    }
    await target.refresh()
    if (saved.notKept.some(({ name }) => name in changes))
      throw new Failure('refused', { advice: `${serviceNameFirst()} reported success, but it stored something else.` })
    return true
  }
  return { lines, warning: target.warning(changes), run }
}

type Fields = Record<string, SettingValue>

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
const asField = (value: Value | undefined) => (typeof value === 'boolean' ? value : String(value || ''))

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

/** Undoes a change of settings: the earlier values become edits on the page of settings, which reviews, saves and checks them. */

export interface Staging {
  lines: UndoLine[]
  /** Sounds that cannot be restored, because nobody has confirmed the name of their number. */
  unnamedSounds: UndoLine[]
  /** Puts the earlier values beside the edits that are kept already. Rejects where this browser keeps no edits. @param some of the lines */
  stage: (some?: UndoLine[]) => Promise<void>
}

/** Rejects with a Failure where the chat is gone or cannot be read. */
export async function prepareStaging(entry: ActivityEntry, chatId: number, catalogue: Catalogue): Promise<Staging> {
  const { data } = await queryClient.fetchQuery({ ...endpointQuery('chatRead', { params: { chatId } }), staleTime: 0 })
  return stagingOf(entry, data, catalogue)
}

/** @param chat what the service holds */
export function stagingOf(entry: ActivityEntry, chat: Chat, catalogue: Catalogue): Staging {
  const nameOf = soundName(catalogue)
  const fresh: Settings = withSoundNames(chat, nameOf)
  const all = undoLines(entry, fresh, (name, value) =>
    isSettingName(name) && value !== null ? (withSoundNames<Partial<Settings>>({ [name]: value }, nameOf)[name] ?? value) : value,
  )
  const isUnnamed = ({ name, earlier }: UndoLine) => isSettingName(name) && isUnnamedSound(name, earlier ?? undefined)
  const lines = all.filter((line) => !isUnnamed(line))

  async function stage(some = lines) {
    if (
      !stageEdits(
        draftName('settings', chat.id),
        fresh,
        Object.fromEntries(some.flatMap(({ name, earlier }) => (earlier === null ? [] : [[name, earlier]]))),
      )
    )
      throw new Failure('refused', { advice: 'This browser cannot store edits. Enter the earlier values on the settings page.' })
  }
  return { lines, unnamedSounds: all.filter(isUnnamed), stage }
}
