import type { Kysely } from 'kysely'
import { Failure } from '#contract/client.ts'
import { resumingOf } from '#engine/changes/stack.ts'
import type { PresetValue } from '#contract/presets/preset.ts'
import { pick } from '#engine/saving/three-way.ts'
import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { SessionTables } from '../../session/tables.ts'
import { withChatLock, type ChatLock } from './chat-lock.ts'
import { cannotPutBack, causeOf, messageOf, openIn, type PresetContext } from './context.ts'
import { deleteLayers, readOn, relink, setChat, stacksOf, writeLayers, type StoredOn } from './stored.ts'

/**
 * Turns a preset on in one chat, where that is still to be done. What is there is written down before it is changed, so that an interrupted change is
 * found out by reading. What comes of it is stored with the chat; rejects only where that cannot be written.
 */
export async function turnOnIn(context: PresetContext, on: StoredOn, chatId: number): Promise<void> {
  const { workspace, transaction } = context
  const place = { workspace, chatId, onId: on.id }
  let chat_name = ''
  const failed = (error: unknown) => {
    if (!(error instanceof Failure)) throw error
    return transaction((trx) => setChat(trx, place, { state: 'failed', message: messageOf(error), chat_name }, ['waiting']))
  }
  const onName = (name: string) => {
    chat_name = name
  }
  await withChatLock(context, chatId, (lock) => turnOn(context, lock, on, chatId, onName)).catch(failed)
}

async function turnOn(
  context: PresetContext,
  lock: ChatLock,
  { id: onId }: StoredOn,
  chatId: number,
  onName: (name: string) => void,
): Promise<void> {
  const { query, workspace, nowMs } = context
  const place = { workspace, chatId, onId }
  const stateIn = (on: StoredOn | null) => on?.chats.find((chat) => chat.chatId === chatId)?.state
  const isWaiting = async (trx: Kysely<SessionTables>) => stateIn(await readOn(trx, workspace, onId, chatId)) === 'waiting'
  // Somebody may have ended it, or turned it on in another request, before the lock was free.
  const on = await readOn(query, workspace, onId, chatId)
  if (!on || stateIn(on) !== 'waiting') return

  const chat = await openIn(context, lock.guard(context.callFor(causeOf(on))), chatId)
  if (!chat) return void (await lock.transaction((trx) => setChat(trx, place, { state: 'gone', message: goneMessage })))
  const { fresh } = chat
  const { name: chat_name } = chat.answer
  onName(chat_name)
  const all = Object.keys(on.values) as SettingName[]
  const left = cannotPutBack(all, fresh)
  const names = all.filter((name) => !left.includes(name))
  const stacks = await stacksOf(query, workspace, chatId)
  const isResumed = names.some((name) => stacks.get(name)?.some((layer) => layer.onId === onId))
  const resuming = new Map(names.map((name) => [name, resumingOf(stacks.get(name) ?? [], onId, fresh[name])]))
  const changes = pick<Settings>(on.values, (name) => resuming.get(name) === 'write')
  const written = Object.keys(changes) as SettingName[]
  const layersOf = (found: Settings) => written.map((setting) => ({ setting, before: found[setting], after: valueOf(on, setting) }))

  const applied = await chat
    .apply({
      changes,
      // Whatever somebody changes until the write, the preset's value is wanted, and theirs is what is put back afterwards.
      conflicts: 'mine',
      onWrite: (found) =>
        lock.transaction(async (trx) => {
          if (!(await isWaiting(trx))) throw stopped()
          await writeLayers(trx, place, layersOf(found))
        }),
    })
    .catch(async (error: unknown) => {
      const hadNoEffect = error instanceof Failure && (error.hadNoEffect || !error.outcomeUnknown)
      if (hadNoEffect && !isResumed) await lock.transaction((trx) => deleteLayers(trx, place))
      throw error
    })

  if (applied.outcome === 'decide') {
    const sounds_at_risk = JSON.stringify(applied.risks)
    return void (await lock.transaction((trx) =>
      setChat(trx, place, { state: 'failed', message: soundsMessage, sounds_at_risk, chat_name }, ['waiting']),
    ))
  }
  if (applied.outcome === 'unknown' && !applied.isConfirmed) throw applied.because
  await lock.transaction(async (trx) => {
    const held = applied.outcome === 'unknown' ? null : applied.held
    // Those that held the value already have no layer yet where nothing had to be written.
    const before = await stacksOf(trx, workspace, chatId)
    const layers = layersOf(held ?? fresh).map(({ setting, ...layer }) => {
      const recorded = before.get(setting)?.find((one) => one.onId === onId)
      return { setting, ...layer, ...recorded, ...(held && { kept: held[setting] }) }
    })
    await writeLayers(trx, place, layers)
    for (const [name, next] of resuming) {
      const above = next === 'over' && stacks.get(name)?.[stacks.get(name)!.findIndex((layer) => layer.onId === onId) + 1]
      if (above) await relink(trx, { ...place, onId: above.onId }, name, valueOf(on, name))
    }
    const not_kept = JSON.stringify([...left, ...(held ? written.filter((name) => held[name] !== on.values[name]) : [])])
    const found = { chat_name, not_kept, turned_on: nowMs() }
    // Where somebody ended it meanwhile, it stays to be ended.
    await setChat(trx, place, { state: 'on', ...found }, ['waiting'])
  })
}

const valueOf = (on: StoredOn, name: SettingName): PresetValue => on.values[name]!

/** Somebody ended it, or its lender lost the right, while the chat was read. What is stored with the chat says which. */
const stopped = () => new Failure('refused', { reason: 'This was stopped.', isFromGateway: true, hadNoEffect: true })

export const goneMessage = 'This chat does not exist any more.'
export const soundsMessage = 'The service may reset sounds of this chat, because their names are not known.'
