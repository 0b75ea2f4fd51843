import { defaults, settingNames, soundSettings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Disturb } from './test-drift.ts'

/** Remote services that the API document allows, each of which handles settings in its own way. They forward to our own service. */

export interface Behaviour {
  /** What happens to settings that an update leaves out. */
  omitted: 'kept' | 'reset' | 'emptied'
  trims: boolean
  /** Answers in another order, with unknown fields and booleans as numbers. */
  isOdd: boolean
  /** The share of reads that fail, of fields and chats that are left out, and of saves that take effect though the answer is an error. */
  faults: number
}

export const behaviours: Record<string, Behaviour> = {
  'keeps what is left out and removes spaces': { omitted: 'kept', trims: true, isOdd: true, faults: 0 },
  'empties what is left out, fails and answers in part': { omitted: 'emptied', trims: false, isOdd: false, faults: 0.06 },
  'resets what is left out': { omitted: 'reset', trims: false, isOdd: true, faults: 0 },
}

export type Json = Record<string, unknown>

const isSound = (name: SettingName) => soundSettings.some((sound) => sound === name)
const emptied = (name: SettingName) => (typeof defaults[name] === 'boolean' ? false : typeof defaults[name] === 'number' ? 0 : '')

function valueLeftOut(name: SettingName, omitted: 'reset' | 'emptied') {
  if (isSound(name)) return omitted === 'reset' ? 'chime' : 'none'
  return omitted === 'reset' ? defaults[name] : emptied(name)
}

/** What the service makes of an update. */
function written({ omitted, trims }: Behaviour, sent: Json): Json {
  const json = { ...sent }
  for (const name of settingNames) {
    if (trims && typeof json[name] === 'string' && !isSound(name)) json[name] = json[name].trim()
    if (json[name] === undefined && omitted !== 'kept' && name !== 'name' && name !== 'langId') json[name] = valueLeftOut(name, omitted)
  }
  return json
}

const odd = (chat: Json): Json => ({
  zebra: [1],
  ...Object.fromEntries(Object.entries(chat).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value])),
})

const alwaysThere = new Set(['id', 'name', 'hash', 'createDate'])

/** @param happens whether a fault happens now */
export function behaving(behaviour: Behaviour, happens: () => boolean): Disturb {
  const inPart = (chat: Json): Json => Object.fromEntries(Object.entries(chat).filter(([name]) => alwaysThere.has(name) || !happens()))
  const shown = (chat: Json) => (behaviour.isOdd ? odd(chat) : inPart(chat))
  return async (request, answer) => {
    const { method, url, headers } = request
    const isChats = /\/chats(\/\d+)?$/.test(url)
    if (method === 'GET' && happens()) return Response.json({ status: false }, { status: 500 })
    if (method === 'PUT' && isChats) {
      const body = JSON.stringify(written(behaviour, (await request.json()) as Json))
      const done = await answer(new Request(url, { method, headers, body }))
      return happens() ? Response.json({ status: false }, { status: 502 }) : done
    }
    const done = await answer()
    if (method !== 'GET' || !isChats || !done.ok) return done
    const { data } = (await done.json()) as { data: Json | Json[] }
    if (!Array.isArray(data)) return Response.json({ status: 1, data: shown(data) })
    const chats = behaviour.isOdd ? data.toReversed() : data.filter(() => !happens())
    return Response.json({ status: 1, data: chats.map(shown) })
  }
}
