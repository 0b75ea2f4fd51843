import { Failure } from '#contract/client.ts'
import type { PresetValue } from '#contract/presets/preset.ts'
import { endingOf, type Ending } from '#engine/changes/stack.ts'
import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { hoursSettings } from '#contract/workspace/hours.ts'
import type { PresetChoice } from '#contract/workspace/presets.ts'
import { planAgain } from '../hours/plan-hours.ts'
import { withChatLock, type ChatLock } from './chat-lock.ts'
import { causeOf, messageOf, openIn, type PresetContext } from './context.ts'
import { deleteLayers, readOn, relink, setChat, stacksOf, type StoredLayer, type StoredOn } from './stored.ts'
import { goneMessage, soundsMessage } from './turn-on.ts'

/**
 * Ends a preset in one chat: puts back what still holds its value, carries out the choices, and leaves the rest to be decided. What comes of it is
 * stored with the chat; rejects only where that cannot be written.
 */
export async function endIn(context: PresetContext, on: StoredOn, chatId: number, choices: readonly PresetChoice[]): Promise<void> {
  const { workspace, transaction } = context
  const place = { workspace, chatId, onId: on.id }
  const failed = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    return transaction((trx) => setChat(trx, place, { state: 'notEnded', message: messageOf(error) }, endable))
  }
  await withChatLock(context, chatId, (lock) => end(context, lock, on, chatId, choices)).catch(failed)
}

const endable = ['ending', 'notEnded', 'decide'] as const

async function end(
  context: PresetContext,
  lock: ChatLock,
  { id: onId }: StoredOn,
  chatId: number,
  choices: readonly PresetChoice[],
): Promise<void> {
  const { query, workspace } = context
  const place = { workspace, chatId, onId }
  const on = await readOn(query, workspace, onId, chatId)
  const stored = on?.chats.find((one) => one.chatId === chatId)
  if (!on || !stored || !endable.some((state) => state === stored.state)) return
  const stacks = ownStacks(await stacksOf(query, workspace, chatId), onId)
  const names = [...stacks.keys()]
  if (names.length === 0) return void (await lock.transaction((trx) => setChat(trx, place, { state: 'ended' })))

  const chat = await openIn(context, lock.guard(context.callFor(causeOf(on))), chatId)
  if (!chat)
    return lock.transaction(async (trx) => {
      await deleteLayers(trx, place)
      await setChat(trx, place, { state: 'gone', message: goneMessage })
    })
  const choiceFor = (name: string) => choices.find((choice) => choice.chatId === chatId && choice.setting === name)
  /** A copy of the chat is nobody's decision: what does not hold the preset's value there stays. */
  const decision = (name: string, seen: PresetValue) => {
    const choice = choiceFor(name)
    if (stored.copyOf !== null || choice?.put === 'keep') return 'keep'
    return choice && choice.seen === seen ? 'back' : null
  }
  const endingsIn = (held: Settings) => names.map((name) => ({ name, ending: endingOf(stacks.get(name)!, onId, held[name]) }))
  const isWritten = ({ name, ending }: { name: string; ending: Ending }) =>
    ending.kind === 'back' || (ending.kind === 'decide' && ending.over === null && decision(name, ending.seen) === 'back')

  const changes = Object.fromEntries(
    endingsIn(chat.fresh)
      .filter(isWritten)
      .map(({ name, ending }) => [name, 'value' in ending ? ending.value : undefined]),
  ) as Partial<Settings>
  // Who changes one of these values until the write has the last word: it is asked about then.
  const applied = await chat.apply({ changes, conflicts: 'theirs' })
  if (applied.outcome === 'decide') {
    const sounds_at_risk = JSON.stringify(applied.risks)
    return void (await lock.transaction((trx) => setChat(trx, place, { state: 'notEnded', message: soundsMessage, sounds_at_risk })))
  }
  if (applied.outcome === 'unknown') throw applied.because

  await lock.transaction(async (trx) => {
    const ended: string[] = []
    const notKept: string[] = []
    let undecided = 0
    let kept = 0
    for (const { name, ending } of endingsIn(applied.held)) {
      const decided = ending.kind === 'decide' ? decision(name, ending.seen) : null
      const over = ending.kind === 'under' || ending.kind === 'decide' ? ending.over : null
      if (ending.kind === 'back') notKept.push(name)
      else if (ending.kind === 'decide' && (decided === null || (decided === 'back' && over === null))) undecided++
      else {
        ended.push(name)
        if (decided === 'keep') kept += stored.copyOf === null ? 1 : 0
        else if (over !== null && 'value' in ending) await relink(trx, { ...place, onId: over }, name, ending.value)
      }
    }
    await deleteLayers(trx, place, ended)
    if (hoursSettings.some((name) => ended.includes(name))) await planAgain(trx, context.nowMs, workspace, chatId)
    const found = { chat_name: chat.answer.name, not_kept: JSON.stringify(notKept), undecided }
    const state = notKept.length > 0 ? 'notEnded' : undecided > 0 ? 'decide' : 'ended'
    await setChat(trx, place, { state, ...found, ...(notKept.length > 0 && { message: notKeptMessage }) })
    if (kept > 0)
      await trx
        .updateTable('preset_on')
        .set((is) => ({ kept: is('kept', '+', kept) }))
        .where('workspace', '=', workspace)
        .where('id', '=', onId)
        .execute()
  })
}

/** The stacks in which a preset has a layer. */
export const ownStacks = (stacks: ReadonlyMap<string, StoredLayer[]>, onId: string): Map<SettingName, StoredLayer[]> =>
  // Only settings that this release knows are ever set.
  new Map([...stacks].filter(([, layers]) => layers.some((layer) => layer.onId === onId)) as [SettingName, StoredLayer[]][])

const notKeptMessage = 'The service did not keep values that were put back.'
