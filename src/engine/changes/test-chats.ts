import { Failure, type Call } from '#contract/client.ts'
import type { Chat } from '#contract/chats.ts'
import { staleCode, withVersion } from '#contract/own-service.ts'
import { soundsOf } from '#engine/saving/sounds.ts'
import { defaults, settingNames, type Settings } from '#contract/settings-derive.ts'
import { createClock, seeded } from '#engine/jobs/test-clock.ts'
import { acceptedWithoutEffect, createNetwork, faults, outcomeOf } from '#engine/jobs/test-network.ts'
import type { ChatOrder, ChatResult } from './chat-result.ts'
import { saveChats, type SaveRun } from './save-chats.ts'

/** A service in memory that holds the settings of chats, a connection to it with faults, and a save of many chats. */

interface HeldChat {
  settings: Settings
  version: number
  /** By setting: who wrote its value. */
  writer: Map<string, 'us' | 'them'>
}

interface WorldOptions {
  seed?: number
  chats?: number
  /** The share of requests with a fault. */
  rate?: number
  /** Whether it tells who saves that somebody else saved since the read, as our own service does. */
  hasVersions?: boolean
}

export function createWorld({ seed = 1, chats = 5, rate = 0, hasVersions = true }: WorldOptions = {}) {
  const random = seeded(seed)
  const clock = createClock()
  const held = new Map<number, HeldChat>()
  for (let id = 1; id <= chats; id++) held.set(id, { settings: { ...defaults, name: `Chat ${id}` }, version: 1, writer: new Map() })

  const orders = new Map<number, ChatOrder>()
  /** What a write of ours did that it must not do. */
  const violations: string[] = []

  const service = {
    /** Throwing is a refusal. */
    before: (_name: string, _chatId: number): void => {},
    /** What it makes of the settings it is sent. */
    keeps: (sent: Partial<Settings>, _chatId: number): Partial<Settings> => sent,
  }
  const chatOf = (chatId: number): HeldChat => {
    const chat = held.get(chatId)
    if (!chat) throw new Failure('refused', { status: 404, serviceMessage: 'There is no such chat.' })
    return chat
  }
  /** Somebody else changes settings. */
  const change = (chatId: number, changes: Partial<Settings>) => {
    const chat = chatOf(chatId)
    for (const name of settingNames) if (name in changes && changes[name] !== chat.settings[name]) chat.writer.set(name, 'them')
    chat.settings = { ...chat.settings, ...changes }
    chat.version++
  }

  function update(chatId: number, body: Partial<Settings>, version: string | undefined) {
    const chat = chatOf(chatId)
    if (hasVersions && version !== String(chat.version)) throw new Failure('refused', { code: staleCode })
    const order = orders.get(chatId)
    for (const name of settingNames) {
      if (!(name in body) || body[name] === chat.settings[name]) continue
      if (!order || !(name in order.changes)) violations.push(`${chatId}: ${name} was not to be changed`)
      else if (body[name] !== order.changes[name]) violations.push(`${chatId}: ${name} was to be something else`)
      else if (chat.settings[name] !== order.base[name]) violations.push(`${chatId}: ${name} of someone else was overwritten`)
      chat.writer.set(name, 'us')
    }
    chat.settings = { ...chat.settings, ...service.keeps(body, chatId) }
    chat.version++
  }

  const network = createNetwork({ clock, random, rate }, [...faults, acceptedWithoutEffect], {}, (request): Call => {
    const call = (
      name: string,
      input: { params?: { chatId: number }; body?: Partial<Settings> },
      options: { signal: AbortSignal; version?: string },
    ) =>
      request(options.signal, (times) => {
        const { chatId } = input.params ?? { chatId: 0 }
        const serve = () => {
          if (name === 'chatList') return { status: true, data: [...held.keys()].map((id) => ({ id })) }
          service.before(name, chatId)
          if (name === 'chatUpdate') return update(chatId, input.body ?? {}, options.version)
          const { settings, version } = chatOf(chatId)
          return withVersion({ status: true, data: { ...settings, id: chatId } as Chat }, String(version))
        }
        if (times === 0 && name === 'chatUpdate') return {}
        const answer = outcomeOf(serve)
        if (times > 1) outcomeOf(serve)
        return answer
      })
    // A service of two endpoints, with the types of the one it stands for.
    return call as unknown as Call
  })

  /** Puts a change up for saving, against what the service holds now. */
  function order(chatId: number, changes: Partial<Settings>): ChatOrder {
    const { settings } = chatOf(chatId)
    const base = Object.fromEntries(Object.keys(changes).map((name) => [name, settings[name as keyof Settings]]))
    const made: ChatOrder = { chatId, chatName: settings.name, base, changes, acceptedRisks: [] }
    orders.set(chatId, made)
    return made
  }

  const kept = new Map<number, ChatResult>()
  const stop = new AbortController()
  let connection = network.connect()
  const run = (other: Partial<SaveRun> = {}) =>
    saveChats({
      jobId: 'job',
      orders: [...orders.values()],
      results: new Map(kept),
      keep: async (result) => void kept.set(result.chatId, structuredClone(result)),
      send: connection.port,
      sounds: soundsOf({ profile: () => null, nameOf: () => undefined, learn: () => {} }),
      control: { signal: stop.signal, pausePoint: () => Promise.resolve() },
      patienceMs: 60_000,
      onProgress: () => {},
      wait: clock.wait,
      random,
      now: clock.now,
      ...other,
    })

  return {
    random,
    clock,
    network,
    service,
    held,
    orders,
    violations,
    order,
    change,
    kept,
    stop,
    run,
    /** The page is closed: no answer arrives any more, and nothing more is kept. */
    cut: () => {
      connection.cut()
      connection = network.connect()
    },
  }
}
