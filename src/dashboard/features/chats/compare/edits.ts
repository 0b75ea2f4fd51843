import { isSettingName, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { SettingFields } from '#engine/changes/chat-result.ts'

/** The edits of many chats as values: what setting cells, undoing and saving makes of them. A value may be invalid still, such as the text "1.5" for seconds. */

/** The edits of one chat: new values, and the values that were on the screen when each was edited. Both have the same names. */
export interface ChatEdits {
  readonly base: SettingFields
  readonly changes: SettingFields
}

/** By chat. A chat without edits is not in it. */
export type Edits = ReadonlyMap<number, ChatEdits>

/** What the service holds, by chat, with sounds by name where the name is known. */
export type HeldSettings = ReadonlyMap<number, Settings>

export interface CellValue {
  chatId: number
  name: SettingName
  value: SettingValue
}

interface CellEdit {
  base: SettingValue
  value: SettingValue
}

/** One cell of a step that can be undone. null: no edit. */
interface CellStep {
  chatId: number
  name: SettingName
  before: CellEdit | null
  after: CellEdit | null
}

/** Cells that were changed together and are undone together. */
export type EditStep = readonly CellStep[]

export const noEdits: Edits = new Map()

function editOf(edits: Edits, chatId: number, name: SettingName): CellEdit | null {
  const [base, value] = [edits.get(chatId)?.base[name], edits.get(chatId)?.changes[name]]
  return base === undefined || value === undefined ? null : { base, value }
}

const isSame = (one: CellEdit | null, other: CellEdit | null) => one?.value === other?.value && one?.base === other?.base

/**
 * The step that gives these cells these values: without the cells that have theirs already, and without those of chats that are not held. The value
 * that the service holds is no edit.
 */
export function stepTo(edits: Edits, cells: Iterable<CellValue>, held: HeldSettings): EditStep {
  // Of two values for one cell the last one counts.
  const steps = new Map<string, CellStep>()
  for (const { chatId, name, value } of cells) {
    const current = held.get(chatId)?.[name]
    if (current === undefined) continue
    const before = editOf(edits, chatId, name)
    // An edit stays against the value that it began with, so that its save can tell what somebody else changed since.
    const base = before && before.base !== value ? before.base : current
    steps.set(`${chatId} ${name}`, { chatId, name, before, after: value === current ? null : { base, value } })
  }
  return [...steps.values()].filter(({ before, after }) => !isSame(before, after))
}

/** The step that drops these edits. */
const stepWithout = (edits: Edits, isDropped: (chatId: number, name: SettingName, value: SettingValue | undefined) => boolean): EditStep =>
  [...edits].flatMap(([chatId, { changes }]) =>
    Object.keys(changes)
      .filter(isSettingName)
      .filter((name) => isDropped(chatId, name, changes[name]))
      .map((name) => ({ chatId, name, before: editOf(edits, chatId, name), after: null })),
  )

/** The step that drops every edit. */
export const stepToNothing = (edits: Edits): EditStep => stepWithout(edits, () => true)

export const reversed = (step: EditStep): EditStep => step.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before }))

/**
 * Makes a step. A cell that is not any more as the step found it is left alone: it was saved, or edited elsewhere, since.
 * @returns the same edits where nothing is left to do
 */
export function withStep(edits: Edits, step: EditStep): Edits {
  const copies = new Map<number, { base: SettingFields; changes: SettingFields }>()
  for (const { chatId, name, before, after } of step) {
    if (!isSame(editOf(edits, chatId, name), before)) continue
    const of = edits.get(chatId)
    const copy = copies.get(chatId) ?? { base: { ...of?.base }, changes: { ...of?.changes } }
    copies.set(chatId, copy)
    if (after) [copy.base[name], copy.changes[name]] = [after.base, after.value]
    else {
      delete copy.base[name]
      delete copy.changes[name]
    }
  }
  if (copies.size === 0) return edits
  const next = new Map<number, ChatEdits>([...edits, ...copies])
  for (const [chatId, { changes }] of copies) if (Object.keys(changes).length === 0) next.delete(chatId)
  return next
}

/** The edits without those that the service holds by now: they are saved, by whomever. The same edits where it holds none of them. */
export const withoutHeld = (edits: Edits, held: HeldSettings): Edits =>
  withStep(
    edits,
    stepWithout(edits, (chatId, name, value) => value === held.get(chatId)?.[name]),
  )

export const countChanges = (edits: Edits): number => [...edits.values()].reduce((sum, { changes }) => sum + Object.keys(changes).length, 0)

/** The chats whose edits differ. */
export const changedChats = (before: Edits, after: Edits): number[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((chatId) => before.get(chatId) !== after.get(chatId))
