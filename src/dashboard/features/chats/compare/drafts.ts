import { useEffect, useState } from 'react'
import type { Fields } from '#engine/saving/three-way.ts'
import { settingNames, type Settings } from '#contract/settings-derive.ts'
import { draftName, draftRevision, onDraftsNeeded, readDraft, writeDrafts } from '#dashboard/platform/saving/drafts.ts'
import { createStore } from '#dashboard/ui/store.ts'
import {
  changedChats,
  countChanges,
  noEdits,
  reversed,
  stepTo,
  stepToNothing,
  withoutHeld,
  withStep,
  type CellValue,
  type ChatEdits,
  type Edits,
  type EditStep,
  type HeldSettings,
} from './edits.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

/**
 * The edits of all chats. Each chat has the draft that its settings page has too (platform/saving/drafts.ts), so both show the same edits, also after
 * a reload and in other tabs. Undo and redo last until the page is reloaded.
 */

export interface MatrixDrafts {
  edits: Edits
  /** How many cells are edited. */
  changes: number
  canUndo: boolean
  canRedo: boolean
  /** False: the storage of this browser is full or disabled, so the edits are lost with this page. */
  isKept: boolean
}

const nothing: MatrixDrafts = { edits: noEdits, changes: 0, canUndo: false, canRedo: false, isKept: true }
const drafts = createStore(nothing)

/** How long after the last edit the drafts are written. */
const writeDelayMs = 300
const maxUndoSteps = 100

let held: HeldSettings = new Map()
let past: EditStep[] = []
let future: EditStep[] = []
/** Chats whose draft is not written yet. */
let unwritten = new Set<number>()
let timer: ReturnType<typeof setTimeout> | undefined
let isWriting = false

function show(edits: Edits, isKept = drafts.get().isKept) {
  drafts.set({ edits, changes: countChanges(edits), canUndo: past.length > 0, canRedo: future.length > 0, isKept })
}

/** Shows other edits and writes the drafts that differ soon after: thousands of them take longer than a frame. */
function change(edits: Edits) {
  for (const chatId of changedChats(drafts.get().edits, edits)) unwritten.add(chatId)
  show(edits)
  if (unwritten.size === 0) return
  clearTimeout(timer)
  timer = setTimeout(writeNow, writeDelayMs)
}

/** Writes what is not written yet. */
export function writeNow() {
  clearTimeout(timer)
  if (unwritten.size === 0) return
  const { edits } = drafts.get()
  const list = [...unwritten].map((chatId) => {
    const { base = {}, changes = {} } = edits.get(chatId) ?? {}
    return [draftName('settings', chatId), { base, changes, at: nowMs(), isLive: true }] as const
  })
  unwritten = new Set()
  isWriting = true
  const isKept = writeDrafts(list)
  isWriting = false
  if (isKept !== drafts.get().isKept) show(edits, isKept)
}

function read(chatId: number, of: Settings): ChatEdits | null {
  const draft = readDraft(draftName('settings', chatId))
  if (!draft) return null
  // A draft of another release may have other settings, and values of another kind.
  const isSwitch = (value: unknown) => typeof value === 'boolean'
  const names = settingNames.filter(
    (name) => name in draft.changes && [draft.base[name], draft.changes[name]].every((value) => isSwitch(value) === isSwitch(of[name])),
  )
  const only = (values: Fields) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Settings>
  return names.length === 0 ? null : { base: only(draft.base), changes: only(draft.changes) }
}

/** Reads all drafts again; those that this tab has not written yet stay as they are. */
function readAll() {
  const { edits } = drafts.get()
  const found = [...held].flatMap(([chatId, of]) => {
    const chat = unwritten.has(chatId) ? edits.get(chatId) : read(chatId, of)
    return chat ? [[chatId, chat] as const] : []
  })
  show(new Map(found))
}

let rereading: ReturnType<typeof setTimeout> | undefined
/** Another tab writes the drafts of many chats one by one. */
function readAllSoon() {
  clearTimeout(rereading)
  rereading = setTimeout(readAll)
}

function follow() {
  const onStorage = ({ key }: StorageEvent) => {
    // null: everything was cleared.
    if (key === null || key.includes(`:${draftName('settings')}-`)) readAllSoon()
  }
  // A save that ended after its page was left, or edits that another page staged.
  const unsubscribe = draftRevision.subscribe(() => !isWriting && readAllSoon())
  addEventListener('storage', onStorage)
  const stop = onDraftsNeeded(writeNow)
  return () => {
    writeNow()
    clearTimeout(rereading)
    unsubscribe()
    removeEventListener('storage', onStorage)
    stop()
  }
}

/**
 * The edits of these chats, for the page that shows and changes them.
 * @param chats what the service holds, of the chats whose settings the person may write; the same map until it is read again
 */
export function useMatrixDrafts(chats: HeldSettings): MatrixDrafts {
  useState(() => {
    held = chats
    readAll()
  })
  useEffect(() => {
    held = chats
    readAll()
    change(withoutHeld(drafts.get().edits, held))
  }, [chats])
  useEffect(follow, [])
  return drafts.use()
}

function take(step: EditStep) {
  if (step.length === 0) return
  past = [...past, step].slice(-maxUndoSteps)
  future = []
  change(withStep(drafts.get().edits, step))
}

/**
 * Gives cells their values, as one step that can be undone. The value that the service holds is no edit, so setting it drops the edit.
 * @param newer what was read of chats after the page was drawn last
 */
export function setCells(cells: Iterable<CellValue>, newer: HeldSettings = new Map()): void {
  if (newer.size > 0) held = new Map([...held, ...[...newer].filter(([chatId]) => held.has(chatId))])
  take(stepTo(drafts.get().edits, cells, held))
}

/** Drops every edit, as one step that can be undone. Returns what undoes this step, whatever was edited since. */
export function discardEdits(): () => void {
  const step = stepToNothing(drafts.get().edits)
  take(step)
  return () => take(reversed(step))
}

/** Makes the last of some steps that still has an effect. @param kept takes it up, to be made the other way round */
function makeLast(steps: EditStep[], kept: EditStep[], turn: (step: EditStep) => EditStep) {
  const { edits } = drafts.get()
  for (let step = steps.pop(); step; step = steps.pop()) {
    const next = withStep(edits, turn(step))
    if (next === edits) continue
    kept.push(step)
    return change(next)
  }
  show(edits)
}

/** Takes back the last step. */
export const undoEdit = () => makeLast(past, future, reversed)

/** Makes the step that was undone last again. */
export const redoEdit = () => makeLast(future, past, (step) => step)
