import type { ReadName, WriteName } from '#contract/client.ts'
import { declared, needsBefore, sentFields, targetOf, type SentRequest, type State, type Target } from '#contract/recorded-change.ts'
import { resources, type Resource } from '#contract/resources.ts'
import { readWhole, type Answer } from '#engine/saving/whole-answer.ts'
import { withSoundNames, type Settings, type SoundName } from '#contract/settings-derive.ts'

/** Reads one resource or list of the service. Resolves to null where the service failed, which may pass; rejects where it cannot be read at all. */
export type ReadService = (name: ReadName, params: Target) => Promise<Answer<unknown> | null>

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

/**
 * Reads what was there just before a change, as far as it can be read: without the fields that are not known. It is not the service's business, so a read
 * that fails stops nothing. Remembers the names of chats, so that most changes need no read for them.
 */
export function createStateReader({ nowMs, soundName }: Options) {
  const names = new Map<string, { name: string; until: number }>()

  function rememberName(workspace: string, chatId: number | string, name: string) {
    const key = `${workspace} ${chatId}`
    names.delete(key)
    names.set(key, { name, until: nowMs() + nameLifetimeMs })
    if (names.size > maxNames) names.delete(names.keys().next().value!)
  }

  return async function stateBefore(workspace: string, name: WriteName, request: SentRequest, read: ReadService) {
    const { params = {} } = request
    const { chatId } = params
    const isNeeded = needsBefore(name)
    const { resource } = declared(name)
    const sent = Object.keys(sentFields(name, request))
    const known = chatId === undefined ? undefined : names.get(`${workspace} ${chatId}`)
    const isNameKnown = known !== undefined && known.until > nowMs()
    const isChatRead = chatId !== undefined && ((isNeeded && resource === 'chat') || !isNameKnown)
    const [held, other] = await Promise.all([
      isChatRead ? readState(read, resources.chat, { chatId }, resource === 'chat' ? ['name', ...sent] : ['name']) : undefined,
      isNeeded && resource !== 'chat' ? readState(read, resources[resource], { ...params, ...targetOf(name, request) }, sent) : undefined,
    ])
    // What a chat holds was parsed as its settings.
    const chat = held && withSoundNames<State & Partial<Settings>>(held, soundName)
    if (chatId !== undefined && typeof chat?.['name'] === 'string') rememberName(workspace, chatId, chat['name'])
    return {
      state: resource === 'chat' ? chat : other,
      /** '' where it is not known. */
      chatName: typeof chat?.['name'] === 'string' ? chat['name'] : (known?.name ?? ''),
    }
  }
}

export type ReadStateBefore = ReturnType<typeof createStateReader>

/** How often something is asked for where the service fails. */
const maxAttempts = 3

/** @param names the fields that matter: an answer without them is not enough */
async function readState(
  read: ReadService,
  { read: one, list, id }: Resource,
  params: Target,
  names: string[],
): Promise<State | undefined> {
  const name = one ?? list
  if (!name) return undefined
  const { chatId } = params
  const late = timeout()
  const answered = async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const reading = read(name, chatId === undefined ? {} : { chatId }).catch(() => 'none' as const)
      const answer = await Promise.race([reading, late])
      if (answer === 'none') return null
      if (answer) return answer
    }
    return null
  }
  if (one) {
    // Which endpoint it was says of which form the answer is: it was parsed.
    const whole = await readWhole<State, null>(answered as () => Promise<Answer<State> | null>, names)
    if (!whole) return undefined
    const unknown = new Set([...whole.absent, ...whole.unknown])
    return Object.fromEntries(Object.entries(whole.data).filter(([field]) => !unknown.has(field)))
  }
  const answer = await answered()
  const isIt = (item: State) => Object.entries(id).every(([part, field]) => String(item[field]) === String(params[part]))
  return (answer?.data as State[] | undefined)?.find(isIt)
}

const timeout = () => new Promise<'none'>((resolve) => setTimeout(resolve, maxWaitMs, 'none').unref())
