import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BannedRange } from '#contract/banned-ips.ts'
import type { Message } from '#contract/messages.ts'
import { defaults, setting, settingNames, soundSettings, type SettingsWrite } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { ipv4ToNumber } from '#contract/values.ts'

/**
 * A service that is not ours: its numbers mean other sounds, it refuses names of sounds that it does not know, and it does what the API document leaves
 * open as it is told to. Ours is behind it.
 */

interface ServiceBehaviour {
  /** What happens to settings that are left out of an update. */
  omitted: 'kept' | 'reset' | 'emptied'
  /** Whether an update must contain the name of the chat. */
  needsName: boolean
  /** Whether texts are trimmed. */
  trims: boolean
  overlappingBans: 'kept' | 'merged' | 'refused'
  newestFirst: boolean
  /** The largest accepted page size of messages. */
  maxLimit: number
  refusesDeletion: boolean
  /** By how many seconds its clock is ahead; messages and the Date header have its time. */
  aheadSeconds: number
  /** Delays a request until the promise settles. */
  hold?: ((line: string) => Promise<unknown> | undefined) | undefined
}

const usual: ServiceBehaviour = {
  omitted: 'kept',
  needsName: false,
  trims: false,
  overlappingBans: 'kept',
  newestFirst: false,
  maxLimit: 500,
  refusesDeletion: false,
  aheadSeconds: 0,
  hold: undefined,
}

/** Services that answer the questions left open by the API document in different ways. */
export const foreignServices = {
  'keeps what is left out': {},
  'keeps what is left out but the name, and removes spaces': { needsName: true, trims: true, newestFirst: true },
  'resets what is left out': { omitted: 'reset', overlappingBans: 'merged', maxLimit: 100 },
  'empties what is left out': { omitted: 'emptied', overlappingBans: 'refused' },
} as const satisfies Record<string, Partial<ServiceBehaviour>>

export type ForeignServiceName = keyof typeof foreignServices

/** Settings of a chat that differ from what any of these services would set by itself. Sounds have the names of our service. */
export const unusualSettings = {
  upload: false,
  guestAvatar: true,
  offlineMessage: 'Back at nine',
  groupChatWelcomeMessageDelay: 9,
  sound_ring: 'chime',
  sound_message: 'bell',
} as const satisfies Partial<SettingsWrite>

/** Its sounds by number, each stored as the sound of our service at the same index. */
const theirs = ['silence', 'gong', 'owl', 'pop', 'rain', 'chime', 'drum']
const ours = ['none', 'knock', 'ding', 'bell', 'pop', 'chime', 'ring']
const ownSounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring']
/** Its default sound: gong. */
const usualSound = ours[1]!

export type ForeignService = Awaited<ReturnType<typeof startForeignService>>
type Json = Record<string, unknown>

const isSound = (name: SettingName) => soundSettings.some((sound) => sound === name)
const isText = (name: SettingName) => ['text', 'longText', 'words'].includes(setting(name).control.kind)

/** @param service the base URL that requests are forwarded to */
export async function startForeignService(service: string) {
  let behaviour = usual
  let written: Json[] = []

  /** Replaces the sound numbers of our service by its own. */
  const numbered = (chat: Json) => {
    for (const name of soundSettings) chat[name] = ours.indexOf(ownSounds[Number(chat[name])] ?? '')
  }

  /** Translates the body for our service. Returns the reason of a refusal, or null. */
  function translated(json: Json, isUpdate: boolean): string | null {
    if (isUpdate && behaviour.needsName && json['name'] === undefined) return 'a chat needs its name'
    for (const name of soundSettings) {
      if (json[name] === undefined) continue
      // The page sends sounds by name.
      const sound = json[name] as string
      const number = theirs.indexOf(sound)
      if (number === -1) return `unknown sound ${sound}`
      json[name] = ours[number]
    }
    if (behaviour.trims) for (const name of settingNames) if (isText(name) && typeof json[name] === 'string') json[name] = json[name].trim()
    if (!isUpdate || behaviour.omitted === 'kept') return null
    for (const name of settingNames)
      if (json[name] === undefined && name !== 'name') json[name] = behaviour.omitted === 'emptied' ? nothing(name) : usualValue(name)
    return null
  }

  const usualValue = (name: SettingName) => (isSound(name) ? usualSound : defaults[name])
  function nothing(name: SettingName) {
    const value = defaults[name]
    if (isSound(name)) return 'none'
    if (name === 'langId') return value
    return typeof value === 'boolean' ? false : typeof value === 'number' ? 0 : ''
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = '', headers } = request
      let { url = '' } = request
      let body = Buffer.concat(chunks).toString()
      await behaviour.hold?.(`${method} ${url}`)
      const ask = async (askMethod: string, path: string, text = '') =>
        fetch(service + path, {
          method: askMethod,
          headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
          ...(text === '' ? {} : { body: text }),
        })
      const answer = (status: number, json: unknown) =>
        response
          .writeHead(status, {
            'content-type': 'application/json',
            date: new Date(Date.now() + behaviour.aheadSeconds * 1000).toUTCString(),
          })
          .end(JSON.stringify(json))
      const refuse = (message: string, status = 400) => answer(status, { status: false, message })

      const isUpdate = method === 'PUT' && /^\/chats\/\d+$/.test(url)
      if (isUpdate || (method === 'POST' && url === '/chats')) {
        const json = JSON.parse(body) as Json
        written.push({ ...json })
        const refused = translated(json, isUpdate)
        if (refused) return refuse(refused)
        body = JSON.stringify(json)
      }
      if (behaviour.refusesDeletion && method === 'DELETE' && /^\/chats\/\d+$/.test(url)) return refuse('chats are never deleted')
      if (method === 'POST' && url.endsWith('/banned-ips') && behaviour.overlappingBans !== 'kept') {
        const { ip, lastIp = ip } = JSON.parse(body) as { ip: string; lastIp?: string }
        const { data } = (await (await ask('GET', url)).json()) as { data: BannedRange[] }
        const others = data.filter(
          (one) => ipv4ToNumber(one.firstIp) <= ipv4ToNumber(lastIp) && ipv4ToNumber(ip) <= ipv4ToNumber(one.lastIp),
        )
        if (others.length > 0 && behaviour.overlappingBans === 'refused') return refuse('overlaps with another range', 409)
        for (const { firstIp, lastIp: last } of others) await ask('DELETE', `${url}/${firstIp === last ? firstIp : `${firstIp}:${last}`}`)
        const byNumber = (one: string, other: string) => ipv4ToNumber(one) - ipv4ToNumber(other)
        const ends = [ip, lastIp, ...others.flatMap((one) => [one.firstIp, one.lastIp])].toSorted(byNumber)
        body = JSON.stringify({ ip: ends[0], lastIp: ends.at(-1) })
      }
      if (method === 'GET' && url.includes('/messages?')) {
        const { pathname, searchParams } = new URL(url, service)
        if (Number(searchParams.get('limit')) > behaviour.maxLimit) return refuse('the limit is too large')
        if (behaviour.newestFirst) {
          // `next` implies the order.
          if (searchParams.has('next') || searchParams.has('reverse')) searchParams.delete('reverse')
          else searchParams.set('reverse', 'true')
        }
        for (const end of ['from', 'to'])
          if (searchParams.has(end)) searchParams.set(end, String(Number(searchParams.get(end)) - behaviour.aheadSeconds))
        url = `${pathname}?${searchParams}`
      }
      const passed = await ask(method, url, body)
      const json = (await passed.json()) as { data?: unknown }
      if (method === 'GET' && /^\/chats(\/\d+)?$/.test(url)) for (const chat of [json.data].flat()) if (chat) numbered(chat as Json)
      if (method === 'GET' && url.includes('/messages?'))
        for (const message of (json.data ?? []) as Message[]) message.time += behaviour.aheadSeconds
      answer(passed.status, json)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a TCP port has an address of this type.
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    /** The bodies of requests that create and update chats. */
    written: () => written,
    forget: () => {
      written = []
      behaviour = usual
    },
    /** Changes its behaviour from now on. */
    behave: (change: Partial<ServiceBehaviour>) => void (behaviour = { ...behaviour, ...change }),
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
