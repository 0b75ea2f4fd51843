import { chatTitle } from '#contract/chat-title.ts'
import { setting, type SettingValue, unreachable } from '#contract/settings-derive.ts'
import { shortened } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { isFormulaLike } from '#dashboard/ui/format/csv.ts'
import { count, counted, listed, plural } from '#dashboard/ui/format/numbers.ts'
import type { CellValue } from '../edits.ts'
import { refusalOf } from '../model/change.ts'
import type { MatrixChat } from '../model/matrix-chat.ts'
import type { Area } from '../model/selection.ts'

export interface PasteProblem {
  /** The setting and the chat; '' where all of what was pasted does not fit. */
  cell: string
  /** As it was pasted, shortened. */
  value: string
  reason: string
}

/** What pasting would do. With a problem it does nothing. */
export interface Pasted {
  cells: readonly CellValue[]
  same: number
  problems: readonly PasteProblem[]
}

/** More than all settings of hundreds of chats; a text of this size is not what a person copied from a table of settings. */
export const maxPasteLength = 5_000_000

const refused = (reason: string): Pasted => ({ cells: [], same: 0, problems: [{ cell: '', value: '', reason }] })

/** The cells of a rectangle as text for a spreadsheet; a chat that cannot be read has empty ones. */
export const copyCells = ({ top, bottom, left, right }: Area, names: readonly SettingName[], chats: readonly MatrixChat[]): string =>
  writeTable(
    names
      .slice(top, bottom + 1)
      .map((name) => chats.slice(left, right + 1).map(({ access, values }) => (access === 'none' ? '' : copyText(name, values[name])))),
  )

/** Where a pasted table goes: one value fills the selection, one row or column repeats over it, any other table must be as large as it. */
function targetOf(area: Area, rows: number, columns: number, extent: { rows: number; columns: number }): Area | string {
  const height = area.bottom - area.top + 1
  const width = area.right - area.left + 1
  if (height === 1 && width === 1) {
    const [bottom, right] = [area.top + rows - 1, area.left + columns - 1]
    if (bottom >= extent.rows)
      return `${counted(rows, 'row')} were pasted, but only ${count(extent.rows - area.top)} are left below the first one.`
    if (right >= extent.columns)
      return `${counted(columns, 'column')} were pasted, but only ${count(extent.columns - area.left)} are left beside the first one.`
    return { ...area, bottom, right }
  }
  if (rows !== 1 && rows !== height)
    return plural(rows, '{count} row was pasted, but {selected} are selected.', '{count} rows were pasted, but {selected} are selected.', {
      selected: count(height),
    })
  if (columns !== 1 && columns !== width)
    return plural(
      columns,
      '{count} column was pasted, but {selected} are selected.',
      '{count} columns were pasted, but {selected} are selected.',
      {
        selected: count(width),
      },
    )
  return area
}

/** Checks each value of what was pasted. Nothing is applied unless all of them are right. */
export function checkPaste(
  pasted: string,
  area: Area,
  names: readonly SettingName[],
  chats: readonly MatrixChat[],
  catalogue: Catalogue,
): Pasted {
  if (pasted.length > maxPasteLength)
    return refused(
      `The text is too long: ${count(Math.round(pasted.length / 1_000_000))} MB, and at most ${count(maxPasteLength / 1_000_000)} can be pasted.`,
    )
  const table = readTable(pasted)
  const width = table[0]!.length
  const uneven = table.findIndex((row) => row.length !== width)
  if (uneven > 0)
    return refused(
      plural(
        table[uneven]!.length,
        'Row {row} has {count} column, but the first row has {width}.',
        'Row {row} has {count} columns, but the first row has {width}.',
        {
          row: count(uneven + 1),
          width: count(width),
        },
      ),
    )
  const target = targetOf(area, table.length, width, { rows: names.length, columns: chats.length })
  if (typeof target === 'string') return refused(target)

  const inUse = valuesInUse(chats)
  const cells: CellValue[] = []
  const problems: PasteProblem[] = []
  let same = 0
  for (let row = target.top; row <= target.bottom; row++)
    for (let column = target.left; column <= target.right; column++) {
      const [name, chat] = [names[row]!, chats[column]!]
      const from = table[table.length === 1 ? 0 : row - target.top]![width === 1 ? 0 : column - target.left]!
      const problem = (reason: string) =>
        problems.push({ cell: `${setting(name).label}, ${chatTitle(chat)}`, value: shortened(from.text, 60), reason })
      if (chat.access === 'none') {
        if (from.text !== '') problem('cannot be set: your role cannot read the settings of this chat')
        continue
      }
      const parsed = parseValue(name, from, chat.values[name], catalogue, inUse(name))
      if ('problem' in parsed) problem(parsed.problem)
      else if (parsed.value === chat.values[name]) same++
      else if (chat.access === 'read') problem('cannot be set: your role cannot change this chat')
      else cells.push({ chatId: chat.id, name, value: parsed.value })
    }
  return problems.length > 0 ? { cells: [], same, problems } : { cells, same, problems }
}

const none: ReadonlyMap<string, SettingValue> = new Map()

/** What the chats hold of a setting whose values may have no name here, by how they are copied. */
function valuesInUse(chats: readonly MatrixChat[]) {
  const found = new Map<SettingName, ReadonlyMap<string, SettingValue>>()
  return (name: SettingName): ReadonlyMap<string, SettingValue> => {
    if (!['language', 'sound', 'choice'].includes(setting(name).control.kind)) return none
    const held = found.get(name) ?? new Map(chats.map(({ saved }) => [copyText(name, saved[name]), saved[name]]))
    found.set(name, held)
    return held
  }
}

/** A value as it is copied: in words where a spreadsheet shows words, texts and lists as they are. */
function copyText(name: SettingName, value: SettingValue): string {
  const { control } = setting(name)
  switch (control.kind) {
    case 'switch':
      return value ? 'On' : 'Off'
    case 'choice':
      return control.choices.find((choice) => choice.value === value)?.label ?? String(value)
    default:
      return String(value)
  }
}

type ParsedValue = { value: SettingValue } | { problem: string }

const on = new Set(['on', 'true', 'yes', '1'])
const off = new Set(['off', 'false', 'no', '0'])

/**
 * The value that a pasted text stands for, by the rules of the service.
 * @param current what the cell holds: it is never refused, however unusual
 * @param inUse what other chats hold that has no name here: a code of a language, the number of a sound
 */
function parseValue(
  name: SettingName,
  { text, isText }: TableCell,
  current: SettingValue,
  catalogue: Catalogue,
  inUse: ReadonlyMap<string, SettingValue>,
): ParsedValue {
  if (text === copyText(name, current)) return { value: current }
  const { control } = setting(name)
  if (!isText && text.startsWith('=')) return { problem: 'is a formula. Paste its value' }
  if (/^#(?:REF!|NAME\?|VALUE!|DIV\/0!|N\/A|NUM!|NULL!|SPILL!)$/.test(text)) return { problem: 'is the error of a formula' }
  const held = inUse.get(text)
  if (held !== undefined) return { value: held }
  const typed = text.trim()
  const word = typed.toLowerCase()
  switch (control.kind) {
    case 'switch':
      return on.has(word) ? { value: true } : off.has(word) ? { value: false } : { problem: 'must be On or Off' }
    case 'choice': {
      const choice = control.choices.find(({ value, label }) => label.toLowerCase() === word || String(value) === typed)
      return choice
        ? { value: choice.value }
        : { problem: `must be ${listed(control.choices.map(({ label }) => label)).replace(' and ', ' or ')}` }
    }
    case 'seconds': {
      const seconds = /^(-?\d{1,15})(?: s)?$/.exec(typed)?.[1]
      return seconds === undefined ? { problem: 'must be whole seconds' } : checked(name, Number(seconds))
    }
    case 'language': {
      const code = Object.entries(catalogue.languages).find(
        ([key, label]) => key.toLowerCase() === word || label.toLowerCase() === word,
      )?.[0]
      return code === undefined ? { problem: 'is not a language of the service' } : { value: code }
    }
    case 'sound': {
      const sound = catalogue.sounds.find(({ name: own, label }) => own.toLowerCase() === word || label.toLowerCase() === word)
      return sound ? { value: sound.name } : { problem: 'is not the name of a sound' }
    }
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return checked(name, text)
    default:
      return unreachable(control)
  }
}

function checked(name: SettingName, value: SettingValue): ParsedValue {
  const problem = refusalOf(name, value)
  return problem === null ? { value } : { problem }
}

/** Tables as spreadsheets copy and paste them: tabs between cells, quotes around those that hold a tab, a line end or a quote. */

/** A text that a spreadsheet might run gets an apostrophe in front, as in our CSV files; `readTable` takes it off again. */
export const writeTable = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(cell).join('\t')).join('\n')

function cell(value: string): string {
  const text = isFormulaLike(value) || isGuarded(value) ? `'${value}` : value
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text that reads as if it had an apostrophe in front to guard it. */
const isGuarded = (text: string): boolean => text.startsWith("'") && (isFormulaLike(text.slice(1)) || isGuarded(text.slice(1)))

interface TableCell {
  text: string
  /** An apostrophe said that it is a text, not a formula. */
  isText: boolean
}

/** Reads what was pasted. The line end of the last row ends it; every other line is a row, also an empty one. */
export function readTable(pasted: string): TableCell[][] {
  const rows: TableCell[][] = [[]]
  const end = /(?:\r\n|\r|\n)$/.exec(pasted)?.index ?? pasted.length
  let at = 0
  for (;;) {
    let text: string
    if (pasted[at] === '"') [text, at] = readQuoted(pasted, at)
    else {
      const from = at
      while (at < end && pasted[at] !== '\t' && pasted[at] !== '\n' && pasted[at] !== '\r') at++
      text = pasted.slice(from, at)
    }
    const guarded = isGuarded(text)
    rows.at(-1)!.push({ text: guarded ? text.slice(1) : text, isText: guarded })
    if (at >= end) return rows
    if (pasted[at] === '\t') at++
    else {
      at += pasted[at] === '\r' && pasted[at + 1] === '\n' ? 2 : 1
      rows.push([])
    }
  }
}

/** A cell in quotes, and where it ends. A quote that nothing closes is part of the text, as spreadsheets read it. */
function readQuoted(pasted: string, start: number): [text: string, end: number] {
  let at = start + 1
  for (;;) {
    const quote = pasted.indexOf('"', at)
    if (quote < 0) break
    if (pasted[quote + 1] === '"') at = quote + 2
    else {
      const after = pasted[quote + 1]
      if (after !== undefined && after !== '\t' && after !== '\n' && after !== '\r') break
      return [pasted.slice(start + 1, quote).replaceAll('""', '"'), quote + 1]
    }
  }
  const rest = /[\t\r\n]/.exec(pasted.slice(start))
  const end = rest ? start + rest.index : pasted.length
  return [pasted.slice(start, end), end]
}
