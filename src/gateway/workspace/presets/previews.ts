import { Failure } from '#contract/client.ts'
import type { PresetValues } from '#contract/presets/preset.ts'
import type { OpenChat } from '#engine/changes/open-chat.ts'
import { endingOf } from '#engine/changes/stack.ts'
import type { Settings } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { EndingValue, PresetEndPreview, PresetPreviewChat } from '#contract/workspace/presets.ts'
import { cannotPutBack, causeOf, forEach, messageOf, openIn, type PresetContext } from './context.ts'
import { ownStacks } from './end.ts'
import { activeIn, stacksOf, type StoredChat, type StoredOn } from './stored.ts'
import { goneMessage } from './turn-on.ts'
import { sql, type Kysely } from 'kysely'
import type { SessionTables } from '../../session/tables.ts'
import type { EntryData } from '../audit/line.ts'

/** What turning a preset on or ending it would do, by a fresh read. Of each chat it shows the settings that the preset names, and no others. */

/** @param active the presets that are on, by which a chat may have this one already */
export async function previewTurnOn(
  context: PresetContext,
  { presetId, name, values }: { presetId: string; name: string; values: PresetValues },
  chatIds: readonly number[],
  active: readonly StoredOn[],
): Promise<PresetPreviewChat[]> {
  const names = Object.keys(values) as SettingName[]
  return forEach(chatIds, async (chatId) => {
    const on = activeIn(active, presetId, chatId)
    const alreadyOn = on ? { id: on.id, by: on.by, until: on.until } : null
    const unread = { chatId, name: '', message: '', isGone: false, alreadyOn, values: [], cannotPutBack: [], soundsAtRisk: [] }
    const chat = await readChat(context, { id: presetId, name }, chatId)
    if ('message' in chat) return { ...unread, ...chat }
    const left = cannotPutBack(names, chat.fresh)
    const set = names.filter((setting) => !left.includes(setting))
    return {
      ...unread,
      name: chat.answer.name,
      values: set.map((setting) => ({ setting, now: chat.fresh[setting], set: values[setting]! })),
      cannotPutBack: left,
      soundsAtRisk: chat.risksOf(Object.fromEntries(set.map((setting) => [setting, values[setting]]))),
    }
  })
}

type EndPreviewChat = PresetEndPreview['chats'][number]

/** @param active the presets that are on, for the names of those that lie over this one */
export async function previewEnd(
  context: PresetContext,
  on: StoredOn,
  chats: readonly StoredChat[],
  active: readonly StoredOn[],
): Promise<EndPreviewChat[]> {
  const { query, workspace } = context
  return forEach(chats, async (stored): Promise<EndPreviewChat> => {
    const { chatId, copyOf } = stored
    const unread = { chatId, name: stored.name, message: '', isGone: false, copyOf, values: [], soundsAtRisk: [] }
    const chat = await readChat(context, on, chatId)
    if ('message' in chat) return { ...unread, ...chat, name: stored.name }
    const stacks = ownStacks(await stacksOf(query, workspace, chatId), on.id)
    const endings = [...stacks].map(([setting, layers]) => ({
      setting,
      own: layers.find(({ onId }) => onId === on.id)!,
      above: layers[layers.findIndex(({ onId }) => onId === on.id) + 1],
      ending: endingOf(layers, on.id, chat.fresh[setting]),
    }))
    const back = endings.flatMap(({ setting, ending }) => (ending.kind === 'back' ? [[setting, ending.value]] : []))
    const values: EndingValue[] = []
    for (const { setting, own, above, ending } of endings) {
      // The chat held it already: the preset has not set it, and nothing about it ends.
      if (own.before === own.after) continue
      // What does not hold the preset's value in a copy stays there without a question.
      const kind = ending.kind === 'decide' && copyOf !== null ? 'already' : ending.kind
      const over = active.find(({ id }) => id === above?.onId)?.name ?? ''
      const since = stored.turnedOn ?? on.at
      const changed = kind === 'decide' ? await lastChange(query, { workspace, chatId, setting, since, exceptOf: on.id }) : null
      values.push({ setting, kind, now: above ? above.before : chat.fresh[setting], set: own.after, before: own.before, over, changed })
    }
    return { ...unread, name: chat.answer.name, values, soundsAtRisk: chat.risksOf(Object.fromEntries(back) as Partial<Settings>) }
  })
}

/** A chat, or why it could not be read. */
async function readChat(
  context: PresetContext,
  cause: { id: string; name: string },
  chatId: number,
): Promise<OpenChat | { message: string; isGone: boolean }> {
  try {
    const chat = await openIn(context, context.callFor(causeOf(cause)), chatId)
    return chat ?? { message: goneMessage, isGone: true }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { message: messageOf(error), isGone: false }
  }
}

interface Question {
  workspace: string
  chatId: number
  setting: string
  /** Milliseconds. */
  since: number
  /** Changes of this preset do not count. */
  exceptOf: string
}

/** As many changes of one setting while a preset is on are looked at. */
const maxLooked = 50

/** The last change of a setting that the audit log knows; null: it was changed outside of Roomkeeper. */
async function lastChange(
  query: Kysely<SessionTables>,
  { workspace, chatId, setting, since, exceptOf }: Question,
): Promise<{ at: number; by: string } | null> {
  const rows = await query
    .selectFrom('audit_line')
    .select(['at', 'text'])
    .where('workspace', '=', workspace)
    .where('kind', '=', sql.lit('entry'))
    .where('chat_id', '=', chatId)
    .where('fields', 'like', `% ${setting} %`)
    .where('at', '>=', since)
    .orderBy('line', 'desc')
    .limit(maxLooked)
    .execute()
  for (const { at, text } of rows) {
    // Only this gateway writes the column, in this form.
    const { cause, who } = JSON.parse(text) as EntryData
    if (!('id' in cause && cause.id === exceptOf)) return { at, by: who.name }
  }
  return null
}
