import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { groupBy } from '#engine/group-by.ts'
import type { NameOf } from '#engine/saving/three-way.ts'

export interface ChangeRow {
  /** Of all rows of the table. */
  key: string
  /** Where the value is: the name of a chat, "Account". */
  place: string
  /** Of the value: that of a setting. */
  label: string
  /** null: it is written over whatever is there, which was not read yet. */
  before: string | null
  after: string
  /** Of a text the words that differ are marked, of a list the entries that do are named. */
  kind: ValueKind
  state: ChangeState
  note: string
}

export type ValueKind = 'plain' | 'text' | 'list'

export function valueKind(name: SettingName): ValueKind {
  const { kind } = setting(name).control
  return kind === 'words' ? 'list' : kind === 'text' || kind === 'longText' ? 'text' : 'plain'
}

export interface SettingChange extends ChangeRow {
  name: SettingName
}

/** Of a setting in no chat that needs a name. @param before undefined: not read yet */
export const settingRow = (name: SettingName, before: SettingValue | undefined, after: SettingValue, catalogue: Catalogue) => ({
  key: name,
  place: '',
  name,
  label: setting(name).label,
  before: before === undefined ? null : settingInWords(name, before, catalogue),
  after: settingInWords(name, after, catalogue),
  kind: valueKind(name),
  note: '',
})

/** Of a field of a form. */
export const fieldRow = <T>({ label, words }: FieldTexts<T>, name: NameOf<T>, before: T[NameOf<T>], after: T[NameOf<T>]) => ({
  key: name,
  place: '',
  label: label(name),
  before: words(name, before),
  after: words(name, after),
  kind: 'text' as const,
  state: 'differs' as const,
  note: '',
})

export type ChangeState =
  | 'will'
  | 'waiting'
  | 'decide'
  | 'notKept'
  | 'unknown'
  | 'failed'
  | 'notSent'
  | 'gone'
  | 'already'
  | 'done'
  | 'keptTheirs'
  | 'outside'
  | 'accepted'
  | 'putBack'
  | 'differs'

interface StateLook {
  /** '': the note says it all. */
  label: string
  icon: IconName | null
  className: string
  /** Somebody has to look at it. */
  needsPerson: boolean
}

const quiet = { className: 'quiet', needsPerson: false }

export const stateLooks: Record<ChangeState, StateLook> = {
  will: { ...quiet, label: 'Will change', icon: null },
  decide: { label: 'Needs a decision', icon: 'info', className: 'warn', needsPerson: true },
  notKept: { label: 'Not kept', icon: 'warning', className: 'warn', needsPerson: true },
  failed: { label: 'Failed', icon: 'error', className: 'bad', needsPerson: true },
  unknown: { label: 'Outcome unknown', icon: 'warning', className: 'warn', needsPerson: true },
  notSent: { label: 'Not sent', icon: 'clock', className: 'quiet', needsPerson: true },
  waiting: { ...quiet, label: 'Waiting', icon: 'clock' },
  gone: { ...quiet, label: 'Chat deleted', icon: 'trash' },
  done: { ...quiet, label: 'Done', icon: 'done', className: 'ok' },
  already: { ...quiet, label: 'Already so', icon: 'done' },
  keptTheirs: { ...quiet, label: 'Kept theirs', icon: 'done' },
  outside: { label: 'Outside Roomkeeper', icon: null, className: 'quiet', needsPerson: true },
  accepted: { ...quiet, label: 'Accepted', icon: 'done' },
  putBack: { ...quiet, label: 'Put back', icon: 'undo' },
  differs: { ...quiet, label: '', icon: null },
}

/** Equal changes in several places, as one row that opens. */
export interface Fold<Row> {
  key: string
  rows: Row[]
}

/** Folds by what is changed and to what. @param rows of one state */
export function foldsOf<Row extends ChangeRow>(rows: readonly Row[]): Fold<Row>[] {
  const folds = groupBy(rows, ({ label, after }) => JSON.stringify([label, after]))
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
