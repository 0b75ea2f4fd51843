import type { Chat } from '#contract/chats.ts'
import { Failure, type Call } from '#contract/client.ts'
import { behaviourNames, nothingLearned, type LearningRun, type ServiceProfile, type SoundEvidence } from '#contract/service-profile.ts'
import { nowInSeconds } from '#dashboard/platform/service/known-service.ts'
import { namesByNumber, withWrite } from '#engine/saving/sounds.ts'
import { lookingUpBans, persistent, restrictedToChat } from './careful-call.ts'
import { probeBans, probeMessages, probeSettings, probeSounds, type Found, type TemporaryChat } from './probes.ts'

/**
 * "Learn this service": creates a temporary chat, puts its questions and removes the chat again. That it will be created is written down before, so
 * that whatever interrupts this, the chat is found and removed later.
 */

export const steps = {
  create: 'Create the temporary chat',
  sounds: 'Sounds',
  settings: 'Settings and texts',
  bans: 'Banned IPs',
  messages: 'Messages',
  remove: 'Delete the temporary chat',
} as const
export type Step = keyof typeof steps
export const stepNames = Object.keys(steps) as Step[]

const probes = { sounds: probeSounds, settings: probeSettings, bans: probeBans, messages: probeMessages } as const

/** What each probe was to find out: what it did not see this time is not known any more. */
const sought = {
  sounds: [],
  settings: ['omittedSettings', 'updateWithoutName', 'textEnds', 'wordFilterEnds'],
  bans: ['overlappingBans', 'sameBanTwice', 'unbanPart'],
  messages: ['messageLimit', 'messagesInAnswer', 'messageOrder', 'messageReverse', 'messageDeletedTwice'],
} as const

interface Learning extends Pick<TemporaryChat, 'call' | 'soundNames' | 'wait' | 'signal'> {
  /** Names of sounds that the operator states. */
  declared: readonly { id: number; name: string }[]
  /** Changes the profile where it is kept. */
  save: (next: (profile: ServiceProfile) => ServiceProfile) => Promise<void>
  onStep: (step: Step) => void
}

export interface LearnResult {
  /** Why it ended before its end; null: it did not. */
  trouble: unknown
  removal: Removal
}

export interface Removal {
  /** Temporary chats that are still there; null: that could not be read. */
  left: Chat[] | null
  /** Why they are, or why it could not be read. */
  because: unknown
}

/** No other chat has this name, so that it is known again. */
const newChatName = () => `Roomkeeper test ${crypto.randomUUID().slice(0, 8)}, may be deleted`

/** Rejects where nothing was sent, because it could not be written down. */
export async function learnService(learning: Learning): Promise<LearnResult> {
  const { call, signal, wait, save, onStep } = learning
  const run: LearningRun = { chatName: newChatName(), chatId: null, started: nowInSeconds() }
  onStep('create')
  await save((profile) => ({ ...profile, run: { ...run } }))
  const missing: string[] = []
  let trouble: unknown = null
  try {
    const careful = persistent(call, signal, wait)
    const chatId = (run.chatId = await createTemporary(careful, run.chatName))
    await save((profile) => ({ ...profile, run: { ...run } }))
    let evidence = nothingLearned.sounds
    const chat: TemporaryChat = {
      ...learning,
      call: lookingUpBans(restrictedToChat(careful, chatId), chatId),
      chatId,
      names: () => namesByNumber(learning.declared, evidence),
      learn: (write) => (evidence = withWrite(evidence, write)),
    }
    for (const step of ['sounds', 'settings', 'bans', 'messages'] as const) {
      onStep(step)
      const found = await probes[step](chat)
      for (const name of sought[step]) if (found[name] === undefined) missing.push(name)
      await save((profile) => ({ ...withFound(profile, sought[step], found), sounds: withEvidence(profile.sounds, evidence) }))
    }
    if (missing.length > 0) throw new Failure('refused', { reason: incomplete(missing.length) })
    await save((profile) => ({ ...profile, learnedAt: nowInSeconds() }))
  } catch (error) {
    trouble = error
  }
  onStep('remove')
  // Whoever stopped the run wants the chat removed all the same.
  const removal = await removeTemporary(persistent(call, new AbortController().signal, wait), run).catch((because: unknown): Removal => ({
    left: null,
    because,
  }))
  if (removal.left?.length === 0) await save((profile) => ({ ...profile, run: null })).catch(() => {})
  return { trouble, removal }
}

const incomplete = (many: number) =>
  `${many} of ${behaviourNames.length} behaviours could not be seen. What was seen is kept. Run it again to learn the rest.`

function withFound(profile: ServiceProfile, names: readonly (keyof Found)[], found: Found): ServiceProfile {
  const at = nowInSeconds()
  const before = Object.entries(profile.behaviours).filter(([name]) => !names.some((other) => other === name))
  const now = behaviourNames.filter((name) => found[name] !== undefined).map((name) => [name, { value: found[name], at, from: 'tested' }])
  return { ...profile, behaviours: Object.fromEntries([...before, ...now]) as ServiceProfile['behaviours'] }
}

/** What was shown before, unless it is otherwise now: the service may have other sounds since. */
function withEvidence(before: SoundEvidence, now: SoundEvidence): SoundEvidence {
  const isOther = ([name, number]: [string, number]) => now.readBack.some((pair) => (pair[0] === name) !== (pair[1] === number))
  const isNew = ([name, number]: [string, number]) => !now.readBack.some((pair) => pair[0] === name && pair[1] === number)
  return {
    readBack: [...before.readBack.filter((pair) => isNew(pair) && !isOther(pair)), ...now.readBack],
    kept: before.kept,
    resets: before.resets || now.resets,
  }
}

/**
 * Its id, also where the answer got lost: then the list of chats is looked through for its name, and it is sent again if it is not there. One that comes
 * late all the same has this name, so the removal finds it.
 */
async function createTemporary(call: Call, name: string): Promise<number> {
  for (let tries = 1; ; tries++)
    try {
      // Nobody comes in by chance while it is there.
      const body = { name, forceSDKLogin: true, anonymous: false, allowListeners: false }
      return (await call('chatCreate', { body })).chatId
    } catch (error) {
      if (!(error instanceof Failure && error.outcomeUnknown)) throw error
      const chat = (await call('chatList', {})).data.find((other) => other.name === name)
      if (chat) return chat.id
      if (tries === maxCreateTries) throw error
    }
}

const maxCreateTries = 3

/**
 * Deletes the temporary chat of a run and reads what is left of it. Only what is certainly the run's own goes: the chat whose creation was confirmed,
 * while it still has the name that it was given.
 * @param agreed somebody looked at the chats of this name and wants them deleted, also those whose creation nobody confirmed
 * Rejects with a Failure where what is left cannot be read.
 */
export async function removeTemporary(call: Call, { chatName, chatId }: LearningRun, agreed = false): Promise<Removal & { left: Chat[] }> {
  const listed = async () => (await call('chatList', {})).data.filter(({ id, name }) => name === chatName || id === chatId)
  const own = (await listed()).filter(({ id, name }) => name === chatName && (agreed || id === chatId))
  let because: unknown = null
  for (const { id } of own)
    await call('chatDelete', { params: { chatId: id } }).catch((error: unknown) => {
      because = error
    })
  return { left: await listed(), because }
}
