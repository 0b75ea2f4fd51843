import type { SettingName } from '#contract/settings.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { groupBy } from '#engine/group-by.ts'

/** A change of one setting in one chat, in words: a row of the change table. */
export interface ChangeRow {
  chatId: number
  chatName: string
  name: SettingName
  /** Of the setting. */
  label: string
  /** null: it is written over whatever is there, which was not read yet. */
  before: string | null
  after: string
  state: ChangeState
  /** More about the state: who and when, or why. */
  note: string
}

export type ChangeState = 'waiting' | 'decide' | 'notKept' | 'unknown' | 'failed' | 'notSent' | 'gone' | 'already' | 'done' | 'keptTheirs'

/** What needs a person comes first, what is done last. */
export const changeStates = [
  'decide',
  'notKept',
  'failed',
  'unknown',
  'notSent',
  'waiting',
  'gone',
  'done',
  'already',
  'keptTheirs',
] as const satisfies ChangeState[]

interface StateLook {
  label: string
  icon: IconName
  className: string
  /** Somebody has to look at it. */
  needsPerson: boolean
}

export const stateLooks: Record<ChangeState, StateLook> = {
  decide: { label: 'Needs a decision', icon: 'info', className: 'warn', needsPerson: true },
  notKept: { label: 'Not kept', icon: 'warning', className: 'warn', needsPerson: true },
  failed: { label: 'Failed', icon: 'error', className: 'bad', needsPerson: true },
  unknown: { label: 'Outcome unknown', icon: 'warning', className: 'warn', needsPerson: true },
  notSent: { label: 'Not sent', icon: 'clock', className: 'quiet', needsPerson: true },
  waiting: { label: 'Waiting', icon: 'clock', className: 'quiet', needsPerson: false },
  gone: { label: 'Chat deleted', icon: 'trash', className: 'quiet', needsPerson: false },
  done: { label: 'Done', icon: 'done', className: 'ok', needsPerson: false },
  already: { label: 'Already so', icon: 'done', className: 'quiet', needsPerson: false },
  keptTheirs: { label: 'Kept theirs', icon: 'done', className: 'quiet', needsPerson: false },
}

/** Equal changes of several chats, as one row that opens. */
export interface Fold {
  key: string
  rows: ChangeRow[]
}

/** Folds by setting and new value. @param rows of one state */
export function foldsOf(rows: readonly ChangeRow[]): Fold[] {
  const folds = groupBy(rows, ({ name, after }) => JSON.stringify([name, after]))
  return [...folds].map(([key, list]) => ({ key, rows: list }))
}

const maxNamedValues = 2
export const notRead = 'not read yet'

/** "Off", "1 s or 5 s", or "36 values". */
export function valuesBefore(rows: readonly ChangeRow[]): string {
  const values = [...new Set(rows.map(({ before }) => before))]
  return values.length > maxNamedValues
    ? `${values.length} values`
    : values.map((value) => (value === null ? notRead : value || 'empty')).join(' or ')
}
