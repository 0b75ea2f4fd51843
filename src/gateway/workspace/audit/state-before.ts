import type { ReadName, WriteName } from '#contract/client.ts'
import { declared, needsBefore, targetOf, type SentRequest, type State, type Target } from '#contract/recorded-change.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { withSoundNames, type Settings, type SoundName } from '#contract/settings-derive.ts'

/** Reads one resource or list of the service, parsed; null where that fails. */
export type ReadService = (name: ReadName, params: Target) => Promise<unknown>

/** What was there just before a change, as far as it could be read. It is not the service's business, so a read that fails stops nothing. */
export interface StateBefore {
  state: State | undefined
  /** '' where it is not known. */
  chatName: string
}

/** How long a change waits for what was there before. */
const maxWaitMs = 2000
const nameLifetimeMs = 10 * 60_000
const maxNames = 5000

interface Options {
  /** Milliseconds. */
  nowMs: () => number
  /** The names of the service's sounds, which it reads as numbers and is sent as names. */
  soundName: SoundName
}

/** Remembers the names of chats, so that most changes need no read for them. */
export function createStateReader({ nowMs, soundName }: Options) {
  const names = new Map<string, { name: string; until: number }>()

  function rememberName(workspace: string, chatId: number | string, name: string) {
    const key = `${workspace} ${chatId}`
    names.delete(key)
    names.set(key, { name, until: nowMs() + nameLifetimeMs })
    if (names.size > maxNames) names.delete(names.keys().next().value!)
  }

  return async function stateBefore(workspace: string, name: WriteName, request: SentRequest, read: ReadService): Promise<StateBefore> {
    const { params = {} } = request
    const { chatId } = params
    const isNeeded = needsBefore(name)
    const { resource } = declared(name)
    const known = chatId === undefined ? undefined : names.get(`${workspace} ${chatId}`)
    const isNameKnown = known !== undefined && known.until > nowMs()
    const isChatRead = chatId !== undefined && ((isNeeded && resource === 'chat') || !isNameKnown)
    const [held, other] = await Promise.all([
      isChatRead ? readState(read, resources.chat, { chatId }) : undefined,
      isNeeded && resource !== 'chat' ? readState(read, resources[resource], { ...params, ...targetOf(name, request) }) : undefined,
    ])
    // What a chat holds was parsed as its settings.
    const chat = held && withSoundNames<State & Partial<Settings>>(held, soundName)
    if (chatId !== undefined && typeof chat?.['name'] === 'string') rememberName(workspace, chatId, chat['name'])
    return {
      state: resource === 'chat' ? chat : other,
      chatName: typeof chat?.['name'] === 'string' ? chat['name'] : (known?.name ?? ''),
    }
  }
}

export type ReadStateBefore = ReturnType<typeof createStateReader>

async function readState(read: ReadService, { read: one, list, id }: Resource, params: Target): Promise<State | undefined> {
  const name = one ?? list
  if (!name) return undefined
  const { chatId } = params
  const reading = read(name, chatId === undefined ? {} : { chatId }).catch(() => null)
  const answer = await Promise.race([reading, timeout()])
  // Which endpoint it was says of which form the answer is: it was parsed.
  const data = (answer as { data?: unknown } | null)?.data
  if (one) return data as State | undefined
  const isIt = (item: State) => Object.entries(id).every(([part, field]) => String(item[field]) === String(params[part]))
  return (data as State[] | undefined)?.find(isIt)
}

const timeout = () => new Promise<null>((resolve) => setTimeout(resolve, maxWaitMs, null).unref())
