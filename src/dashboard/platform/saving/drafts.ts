import { getSession, localJson, setLocalText } from '#dashboard/platform/session/session-state.ts'
import { createStore } from '#dashboard/ui/store.ts'
import { equal } from '#engine/saving/equal.ts'
import { pick, type Fields } from '#engine/saving/three-way.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'

/** What the service holds, which may be more than fields. */
type Held = Readonly<Record<string, unknown>>

/** Unsaved edits, kept in this browser until they are saved, discarded or the person signs out. Never of secrets. */
export interface Draft {
  /** The values of the edited fields that were on the screen when the editing began. */
  base: Fields
  /** As they were typed: not all of them need be valid yet. */
  changes: Fields
  /** When it was edited last. Milliseconds. */
  at: number
  /** Made value by value in the table of all settings: the form shows such edits in other tabs too. What is typed is none of theirs until it is done. */
  isLive?: boolean
}

/** What is edited. unsaved.ts says each in words. */
export type DraftKind = 'settings' | 'hours' | 'profile' | 'social settings' | 'rights' | 'person' | 'rule'

/** Names the draft of a form of the signed-in account: draftName('profile'), draftName('settings', chatId), draftName('person 7'). */
export function draftName(form: DraftKind | `person ${string}` | `rule-${string}`, chatId?: number): string {
  const session = getSession()
  if (!session?.signedIn) throw new TypeError('Nobody is signed in')
  return [form, session.account.id, ...(chatId === undefined ? [] : [chatId])].join('-')
}

const writers = new Set<() => void>()

/** Calls `write` before the page is left and before drafts are read that may not be written yet. @returns a function that stops it */
export function onDraftsNeeded(write: () => void): () => void {
  writers.add(write)
  addEventListener('pagehide', write)
  return () => {
    writers.delete(write)
    removeEventListener('pagehide', write)
  }
}

/** Writes every draft that waits for the end of typing. */
export const writeDraftsNow = (): void => writers.forEach((write) => write())

/** Counts the changes of drafts, for components that show what a draft holds. */
export const draftRevision = createStore(0)

/** For each draft, the fields that were edited or restored since this page was loaded: their edits are restored without a question. */
const madeHere = new Map<string, ReadonlySet<string>>()

const none: ReadonlySet<string> = new Set()

/** Replaces the marks of a draft. */
export const markMadeHere = (name: string, fields: Iterable<string>): void => void madeHere.set(name, new Set(fields))

/** @param name see draftName() */
export function readDraft(name: string): (Draft & { madeHere: ReadonlySet<string> }) | null {
  const stored = localJson(name) as Partial<Draft> | null
  if (!stored) return null
  const { base = {}, changes: typed = {} } = stored
  const changes = pick(typed, (field) => field in base) as Fields
  if (Object.keys(changes).length === 0) return null
  return {
    base: pick(base, (field) => field in changes) as Fields,
    changes,
    at: stored.at ?? nowMs(),
    isLive: stored.isLive === true,
    madeHere: madeHere.get(name) ?? none,
  }
}

/** Keeps the edits; a draft without any is dropped. @param made see writeDrafts() */
export const writeDraft = (name: string, draft: Draft, made?: Iterable<string>): void => void writeDrafts([[name, draft, made]])

/**
 * Keeps the edits of several forms. Returns whether this browser keeps all of them.
 * @param drafts `made` are the fields that were edited since this page was loaded, all of them where it is left out. The others are still to be decided
 */
export function writeDrafts(drafts: readonly (readonly [name: string, draft: Draft, made?: Iterable<string> | undefined])[]): boolean {
  let isKept = true
  for (const [name, draft, made = Object.keys(draft.changes)] of drafts) {
    markMadeHere(name, made)
    isKept = store(name, Object.keys(draft.changes).length === 0 ? null : draft) && isKept
  }
  draftRevision.set(draftRevision.get() + 1)
  return isKept
}

const store = (name: string, draft: Draft | null): boolean =>
  setLocalText(
    name,
    draft
      ? JSON.stringify({ base: draft.base, changes: draft.changes, at: draft.at, ...(draft.isLive && { isLive: true }) } satisfies Draft)
      : '',
  )

/** Takes what the service holds by now out of the draft: it is saved, by whomever. */
export const settleDraft = (name: string, held: Held): void => settleDrafts([{ name, held }])

interface Settled {
  name: string
  held: Held
  /** Fields that were just saved: an edit that was made of them since is one of what the service holds now. */
  saved?: readonly string[]
}

/** The same for the drafts of several forms. */
export function settleDrafts(drafts: readonly Settled[]): void {
  let isChanged = false
  for (const { name, held, saved = [] } of drafts) {
    const draft = readDraft(name)
    const left = withoutSaved(draft, held)
    const rest = left && {
      ...left,
      base: { ...left.base, ...pick(held as Fields, (field) => field in left.base && saved.includes(field)) } as Fields,
    }
    if (JSON.stringify(rest) === JSON.stringify(draft)) continue
    markMadeHere(name, rest ? [...rest.madeHere].filter((field) => field in rest.changes) : none)
    store(name, rest)
    isChanged = true
  }
  if (isChanged) draftRevision.set(draftRevision.get() + 1)
}

/** Takes the edits of these fields out of the draft. */
export function dropEdits(name: string, fields: readonly string[]): void {
  const draft = readDraft(name)
  const isOther = (field: string) => !fields.includes(field)
  if (draft) writeDraft(name, partOf(draft, isOther), draft.madeHere)
}

/** The draft without the edits that the service holds; the same one where it holds none of them, null where nothing is left. */
export function withoutSaved<T extends Draft>(draft: T | null, held: Held): T | null {
  if (!draft) return null
  const isLeft = (name: string) => !equal(draft.changes[name], held[name])
  const names = Object.keys(draft.changes)
  if (names.every(isLeft)) return draft
  return names.some(isLeft) ? partOf(draft, isLeft) : null
}

export const partOf = <T extends Draft>(draft: T, isPart: (field: string) => boolean): T => ({
  ...draft,
  base: pick(draft.base, isPart),
  changes: pick(draft.changes, isPart),
})

/**
 * Makes these values edits of a form, beside those that its draft holds already, for its page to show. A value that the service holds is no edit.
 * @param held what the service holds
 * @returns whether this browser keeps them
 */
export function stageEdits(name: string, held: Held, values: Fields): boolean {
  const draft = readDraft(name)
  const isOther = (field: string) => !(field in values)
  const edited = pick(values, (field) => !equal(values[field], held[field])) as Fields
  const changes = { ...pick(draft?.changes ?? {}, isOther), ...edited } as Fields
  const base = { ...pick(held as Fields, (field) => field in edited), ...pick(draft?.base ?? {}, isOther) } as Fields
  writeDraft(name, { base, changes, at: nowMs() }, [...(draft?.madeHere ?? none), ...Object.keys(edited)])
  const kept = readDraft(name)?.changes ?? {}
  return Object.keys(kept).length === Object.keys(changes).length && Object.keys(edited).every((field) => equal(kept[field], values[field]))
}
