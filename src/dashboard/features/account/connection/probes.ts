import type { Call } from '#contract/client.ts'
import { maxMessagePageSize } from '#contract/messages.ts'
import {
  changedSettings,
  chatUpdate,
  documentedDefault,
  setting,
  settingNames,
  soundSettings,
  type Settings,
  type SettingsWrite,
  type SettingValue,
  type SoundName,
} from '#contract/settings-derive.ts'
import type { Behaviours } from '#contract/service-profile.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ConfirmedWrite } from '#engine/saving/sounds.ts'
import type { Wait } from '#engine/jobs/request-scheduler.ts'
import { isRefused } from './careful-call.ts'
import { endsFrom, omittedFrom, orderFrom, overlapFrom, repeatFrom, unbanFrom, type Listed } from './infer.ts'

/** The questions that are put to a service, each by writing to the temporary chat and reading back. */

export interface TemporaryChat {
  /** Reaches this chat alone. */
  call: Call
  chatId: number
  /** Of sounds by number, as far as they are confirmed by now. */
  names: () => ReadonlyMap<number, string>
  /** Takes up what a confirmed write shows of the sounds. */
  learn: (write: ConfirmedWrite) => void
  /** Names of sounds that may be tried. */
  soundNames: readonly string[]
  wait: Wait
  signal: AbortSignal
}

const nameOf =
  ({ names }: TemporaryChat): SoundName =>
  (sound) =>
    names().get(sound)

/** What a probe was to find out; undefined: it was not to be seen. */
export type Found = { [K in keyof Behaviours]?: Behaviours[K] | undefined }

const settingsOf = async ({ call, chatId }: TemporaryChat): Promise<Settings> => (await call('chatRead', { params: { chatId } })).data

/** Writes and reads back. Resolves to null where the service refused it. */
async function written(chat: TemporaryChat, before: Settings, sent: Partial<SettingsWrite>): Promise<Settings | null> {
  const { call, chatId, learn } = chat
  if (await isRefused(call('chatUpdate', { params: { chatId }, body: sent }))) return null
  const after = await settingsOf(chat)
  learn({ before, sent, after })
  return after
}

/** Writes each name to all six sounds. The first one may be what was there before, which shows nothing: it is tried again after another. */
export async function probeSounds(chat: TemporaryChat): Promise<Found> {
  let now = await settingsOf(chat)
  let left = [...chat.soundNames]
  for (let round = 1; round <= 2 && left.length > 0; round++) {
    const again: string[] = []
    for (const name of left) {
      const sounds = Object.fromEntries(soundSettings.map((sound) => [sound, name]))
      const after = await written(chat, now, chatUpdate(now, sounds, nameOf(chat)))
      if (after && changedSettings(now, after).length === 0) again.push(name)
      now = after ?? now
    }
    left = again
  }
  return {}
}

/** These would do something, or belong to how the chat is found and read. */
const untouched: ReadonlySet<SettingName> = new Set<SettingName>([
  'name',
  'type',
  'langId',
  'monetizeLogin',
  'offline',
  'offlineMessageEmail',
  'archive',
  'mentions',
])
const paddedText = '  Roomkeeper test  '
const paddedWords = ' roomkeepertest, roomkeepertest '

/** Half of the switches as they are not by default, half as they are: only so can keeping, resetting and emptying be told apart. */
function testValue(name: SettingName, index: number): SettingValue | undefined {
  const { kind } = setting(name).control
  if (untouched.has(name)) return undefined
  if (kind === 'switch') return index % 2 === 0 ? !documentedDefault(name) : documentedDefault(name)!
  if (kind === 'seconds') return 7
  if (kind === 'words') return paddedWords
  return kind === 'text' || kind === 'longText' ? paddedText : undefined
}

/** What becomes of spaces at the ends, and of what an update leaves out. */
export async function probeSettings(chat: TemporaryChat): Promise<Found> {
  const { call, chatId } = chat
  const first = await settingsOf(chat)
  const values = Object.fromEntries(
    settingNames.flatMap((name, index) => {
      const value = testValue(name, index)
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Partial<Settings>
  const before = await written(chat, first, chatUpdate(first, { ...values, ...otherSounds(chat, first) }, nameOf(chat)))
  if (!before) return {}
  const ends = {
    textEnds: endsFrom(paddedText, before.offlineMessage),
    wordFilterEnds: endsFrom(paddedWords, before.filterWords),
  }

  const mentions = !before.mentions
  let sent: Partial<SettingsWrite> = { mentions }
  const needsName = await isRefused(call('chatUpdate', { params: { chatId }, body: sent }))
  if (needsName) {
    sent = { name: before.name, mentions }
    if (await isRefused(call('chatUpdate', { params: { chatId }, body: sent }))) return ends
  }
  const after = await settingsOf(chat)
  chat.learn({ before, sent, after })
  if (after.mentions !== mentions) return ends
  return {
    ...ends,
    omittedSettings: omittedFrom(before, ['mentions', ...(needsName ? (['name'] as const) : [])], after),
    updateWithoutName: needsName ? 'refused' : 'accepted',
  }
}

/** Confirmed sounds that are others than those of a new chat: only of those can be seen whether they are kept. */
function otherSounds({ names }: TemporaryChat, first: Settings): Partial<Settings> {
  const usual = new Set(soundSettings.map((sound) => first[sound]))
  const others = [...names()].filter(([number]) => !usual.has(number)).map(([, name]) => name)
  return others.length === 0 ? {} : Object.fromEntries(soundSettings.map((sound, index) => [sound, others[index % others.length]!]))
}

/** Addresses reserved for examples (RFC 5737): they belong to nobody. */
const range = (net: string, first: number, last: number): Listed => ({ firstIp: `${net}.${first}`, lastIp: `${net}.${last}` })
const [one, overlapping] = [range('192.0.2', 10, 20), range('192.0.2', 15, 30)]
const repeated = range('198.51.100', 5, 9)
const whole = range('203.0.113', 5, 9)
const remains = [range('203.0.113', 5, 6), range('203.0.113', 8, 9)] as const
const inside = '203.0.113.7'

export async function probeBans({ call, chatId }: TemporaryChat): Promise<Found> {
  const params = { chatId }
  const list = async () => (await call('banList', { params })).data
  const ban = ({ firstIp, lastIp }: Listed) => isRefused(call('banCreate', { params, body: { ip: firstIp, lastIp } }))
  const found: Found = {}
  if (!(await ban(one))) found.overlappingBans = (await ban(overlapping)) ? 'refused' : overlapFrom(await list(), one, overlapping)
  if (!(await ban(repeated))) found.sameBanTwice = (await ban(repeated)) ? 'refused' : repeatFrom(await list(), repeated)
  if (!(await ban(whole))) {
    const refused = await isRefused(call('banLift', { params: { chatId, ipAddress: inside } }))
    found.unbanPart = unbanFrom(await list(), whole, remains, refused)
  }
  return found
}

const postedMessages = 26
/** Tried in turn, until one is accepted. */
const limits = [maxMessagePageSize, 100, 50, 20]
const maxReadings = 3

export async function probeMessages({ call, chatId, wait, signal }: TemporaryChat): Promise<Found> {
  const params = { chatId }
  const words = 'Roomkeeper test message'
  for (let number = 1; number <= postedMessages; number++)
    if (await isRefused(call('messageSend', { params, body: { text: `${words} ${number}` } }))) return {}

  async function read(limit: number, reverse: boolean) {
    for (let reading = 1; ; reading++) {
      const { data, next } = await call('messageList', { params, query: { fast: true, limit, ...(reverse && { reverse }) } })
      // A message whose answer was lost may be there twice.
      const posted = [...new Set(data.flatMap(({ text }) => (text.startsWith(words) ? [Number(text.slice(words.length))] : [])))]
      // A service may need a moment to list what was posted.
      if (posted.length > 1 || reading === maxReadings) return { data, posted, isMost: next !== undefined }
      await wait(500, signal)
    }
  }
  for (const limit of limits) {
    let answer: Awaited<ReturnType<typeof read>> | undefined
    const refused = await isRefused(read(limit, false).then((listed) => (answer = listed)))
    if (refused || !answer) continue
    const messageOrder = orderFrom(answer.posted)
    const reversed = messageOrder && orderFrom((await read(limit, true)).posted)
    const messageId = answer.data[0]?.messageId
    return {
      messageLimit: limit,
      ...(answer.data.length > 0 && {
        messagesInAnswer: { count: answer.data.length, isMost: answer.isMost && answer.data.length < limit },
      }),
      messageOrder,
      messageReverse: reversed && (reversed === messageOrder ? 'ignored' : 'reverses'),
      messageDeletedTwice: messageId === undefined ? undefined : await deletedTwice(call, chatId, messageId),
    }
  }
  return {}
}

async function deletedTwice(call: Call, chatId: number, messageId: number): Promise<Behaviours['messageDeletedTwice'] | undefined> {
  const remove = () => isRefused(call('messageDelete', { params: { chatId, messageId } }))
  if (await remove()) return undefined
  return (await remove()) ? 'refused' : 'accepted'
}
