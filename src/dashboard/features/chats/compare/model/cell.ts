import {
  blockingSetting,
  differsFromDefault,
  documentedDefault,
  setting,
  type Settings,
  type SettingValue,
} from '#contract/settings-derive.ts'
import { shortened, type DoctorFinding } from '#contract/settings-doctor.ts'
import type { SettingName } from '#contract/settings.ts'
import { parseFilter } from '#contract/word-filter.ts'
import { findingsOf } from '#dashboard/platform/chats/findings.ts'
import { memoize } from '#dashboard/platform/memoize.ts'
import { blockedBy, settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { MatrixChat } from './matrix-chat.ts'
import { chatTitle } from '#contract/chat-title.ts'

/** What the cells of the matrix depend on beside their chat. */
export interface CellContext {
  catalogue: Catalogue
  currency: string
  /** The value that more than half of the chats share, by setting. */
  common: Readonly<Partial<Record<SettingName, SettingValue>>>
}

/** What a cell shows. */
export interface CellView {
  text: string
  isEdited: boolean
  /** More than half of the chats share another value. */
  isUnusual: boolean
  isNotDefault: boolean
  /** The setting that takes the effect away. */
  blockedBy: SettingName | null
  finding: DoctorFinding | null
}

export function cellView(name: SettingName, chat: MatrixChat, context: CellContext): CellView {
  const value = chat.values[name]
  const common = context.common[name]
  return {
    text: name === 'filterWords' ? wordCount(chat.values) : cellText(name, value, context.catalogue),
    isEdited: chat.edited.length > 0 && chat.edited.includes(name),
    isUnusual: common !== undefined && value !== common,
    isNotDefault: differsFromDefault(name, value),
    blockedBy: blockingSetting(name, chat.values),
    finding: findingOf(name, chat, context),
  }
}

/** A finding belongs to the setting that it is about in the first place, so that each is shown once in a column. */
export const findingOf = (name: SettingName, chat: MatrixChat, { currency, catalogue }: CellContext): DoctorFinding | null =>
  findingsOf(chat.values, currency, catalogue).find(({ about }) => about[0] === name) ?? null

/** Long lists are not counted again while somebody scrolls. */
const wordCount = memoize(({ filterWords }: Settings) => (filterWords === '' ? 'none' : count(parseFilter(filterWords).length)))

/** A value as short as a cell is: texts by their first word, banned words by their number, the language by its code. */
export function cellText(name: SettingName, value: SettingValue, catalogue: Catalogue): string {
  switch (setting(name).control.kind) {
    case 'words':
      return value === '' ? 'none' : count(parseFilter(String(value)).length)
    case 'language':
      return String(value) || 'none'
    case 'text':
    case 'longText':
    case 'email':
      return /\S+/.exec(String(value).slice(0, 200))?.[0] ?? 'none'
    default:
      return settingInWords(name, value, catalogue)
  }
}

/** A value for a sentence: "on", "“Welcome to the…”", "38 words", "none". */
export function valueInWords(name: SettingName, value: SettingValue, catalogue: Catalogue): string {
  switch (setting(name).control.kind) {
    case 'switch':
      return value ? 'on' : 'off'
    case 'words':
      return value === '' ? 'none' : counted(parseFilter(String(value)).length, 'word')
    case 'text':
    case 'longText':
    case 'email':
      return value === '' ? 'empty' : `“${shortened(String(value), 60)}”`
    default:
      return settingInWords(name, value, catalogue)
  }
}

/** What a cell says beside its value, each a fact of its own. */
export function cellFacts(name: SettingName, chat: MatrixChat, view: CellView, { catalogue, common }: CellContext): string[] {
  const inWords = (value: SettingValue) => valueInWords(name, value, catalogue)
  const usual = documentedDefault(name)
  const shared = common[name]
  return [
    view.isEdited && 'edited',
    view.isEdited && `was ${inWords(chat.saved[name])}`,
    view.isNotDefault && usual !== null && `the default is ${inWords(usual)}`,
    view.isUnusual && shared !== undefined && `most chats have ${inWords(shared)}`,
    view.blockedBy && blockedBy(view.blockedBy, chat.values[view.blockedBy]).replace('N', 'n'),
    view.finding && view.finding.title,
    chat.access === 'read' && 'you cannot change it',
  ].filter((fact): fact is string => Boolean(fact))
}

const tipLength = 300

/** What a cell does not show of itself, a fact to a line; '' where it shows all: "Welcome to the chat…", "Edited", "Was empty". */
export function cellTip(name: SettingName, chat: MatrixChat, context: CellContext): string {
  if (chat.access === 'none') return 'Your role cannot read the settings of this chat'
  const view = cellView(name, chat, context)
  const value = settingInWords(name, chat.values[name], context.catalogue)
  const whole = shortened(value, tipLength)
  const facts = cellFacts(name, chat, view, context).map((fact) => fact[0]!.toUpperCase() + fact.slice(1))
  return facts.length === 0 && whole === view.text ? '' : [whole, ...facts].join('\n')
}

/** For screen readers: "Links, Club de lectura: off, edited, was on". @param view missing where the person may not read the settings */
export function cellLabel(name: SettingName, chat: MatrixChat, view?: CellView, context?: CellContext): string {
  const { label } = setting(name)
  if (!view || !context) return `${label}, ${chatTitle(chat)}: not read`
  return `${label}, ${chatTitle(chat)}: ${[valueInWords(name, chat.values[name], context.catalogue), ...cellFacts(name, chat, view, context)].join(', ')}`
}
