import { maxChosenChats } from '#contract/chat-choice.ts'
import type { Chat } from '#contract/chats.ts'
import type { PresetPreviewChat } from '#contract/gateway/presets.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { isBusy, recentlyUsed } from '#dashboard/platform/chats/last-used.ts'
import { labelsOf } from '#dashboard/platform/chats/read-labels.ts'
import type { TurnOnRequest } from '#dashboard/platform/presets/opening.ts'

/** Which chats a mode is about to be turned on in. */

type ById = { id: number }

/** The chats that are chosen when the dialog opens: those that were asked for, or those of the mode, and the one that the person looks at. */
export function firstChoice<C extends ById>(request: TurnOnRequest, ofPreset: readonly C[], chats: readonly C[]): number[] {
  const { chatIds, hereId } = request
  const chosen = new Set(chatIds ?? [...ofPreset.map(({ id }) => id), ...(hereId === undefined ? [] : [hereId])])
  return chats.map(({ id }) => id).filter((id) => chosen.has(id))
}

/**
 * The chats of the table, the preferred ones first, then those used last, which need it most: they are changed in this order.
 * @returns `tooMany`: how many are left out, because one request can't have more
 */
export function rowsOf(chats: Chat[], preferred: ReadonlySet<number>): { rows: Chat[]; tooMany: number } {
  const inOrder = recentlyUsed(chats, chats.length).toSorted(
    (one, other) => Number(preferred.has(other.id)) - Number(preferred.has(one.id)),
  )
  return { rows: inOrder.slice(0, maxChosenChats), tooMany: Math.max(0, chats.length - maxChosenChats) }
}

/** A choice of several chats with one press. */
export interface ChatSet {
  key: string
  label: string
  ids: number[]
}

const maxLabels = 4

/** @param rows the chats of the table @param now seconds */
export function chatSets(rows: readonly Chat[], { hereId }: TurnOnRequest, labels: ChatLabels, now: number): ChatSet[] {
  const all = { key: 'all', label: 'All', ids: rows.map(({ id }) => id) }
  const here = rows.some(({ id }) => id === hereId) && hereId !== undefined ? [{ key: 'here', label: 'This chat', ids: [hereId] }] : []
  const busy = rows.filter((chat) => isBusy(chat, now)).map(({ id }) => id)
  const byLabel = labelsOf(labels, rows)
    .map((label) => ({
      key: `label-${label}`,
      label: `Label: ${label}`,
      ids: rows.flatMap(({ id }) => (labels.get(id)?.includes(label) ? [id] : [])),
    }))
    .toSorted((one, other) => other.ids.length - one.ids.length)
    .slice(0, maxLabels)
  return [all, ...here, ...(busy.length > 0 ? [{ key: 'busy', label: 'Busy now', ids: busy }] : []), ...byLabel]
}

/** Whether a mode can be turned on in a chat, as far as its reading says. */
export const isReady = ({ message, isGone, alreadyOn }: PresetPreviewChat) => message === '' && !isGone && alreadyOn === null

/** The values that turning a mode on would change in a chat. */
export const changesIn = ({ values }: PresetPreviewChat) => values.filter(({ now, set }) => now !== set)

/** How many values change, and how many hold the value already, in these chats. */
export function sumsOf(chats: readonly PresetPreviewChat[]): { changes: number; changedChats: number; matching: number } {
  const changes = chats.map((chat) => changesIn(chat).length)
  return {
    changes: changes.reduce((sum, many) => sum + many, 0),
    changedChats: changes.filter((many) => many > 0).length,
    matching: chats.reduce((sum, { values }) => sum + values.filter(({ now, set }) => now === set).length, 0),
  }
}
