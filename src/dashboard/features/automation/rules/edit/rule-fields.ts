import { minutesOfDay } from '#contract/hours/timetable.ts'
import { Rule, type RuleGroup } from '#contract/rules/rule.ts'
import { choiceInWords, sortedChoice } from '#dashboard/platform/chats/chosen-chats.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'
import { type NamesInRule, secondsInWords, type Typed, type TypedNumber } from '../conditions.ts'
import { conditionsInWords } from '../rule-in-words.ts'

/** A rule as form fields, so that two people can change different parts of it at the same time. */

export type TypedGroup = Typed<RuleGroup>

export interface TypedHours {
  zone: string
  days: number[]
  from: string
  to: string
}

export type RuleFields = Pick<Rule, 'name' | 'description'> &
  Pick<Rule['scope'], 'chats'> & { hours: TypedHours | null } & Rule['except'] &
  Typed<Pick<Rule, 'groups'> & Rule['actions'] & Rule['brakes']>

interface NamesOfFields extends NamesInRule {
  chat: (chatId: number) => string
}

/** The fields in the order of the form. `words`: how a value is shown where versions are compared; left out: as it is. */
const rows: { [Name in keyof RuleFields]: { label: string; words?: (value: RuleFields[Name], names: NamesOfFields) => string } } = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  chats: { label: 'Chats', words: (chats, { chat }) => choiceInWords(chats, chat) || 'No chat' },
  hours: { label: 'Hours', words: hoursInWords },
  // Only valid conditions are compared.
  groups: { label: 'Conditions', words: (groups, names) => conditionsInWords({ groups: groups as RuleGroup[] }, names) },
  authors: { label: 'Except authors', words: (authors) => authors.join(', ') },
  words: { label: 'Except words', words: (words) => words.join(', ') },
  deleteAfterSeconds: {
    label: 'Delete',
    words: (seconds) => (seconds === null ? 'No' : seconds === 0 ? 'At once' : `After ${secondsInWords(Number(seconds))}`),
  },
  mark: { label: 'Mark for review', words: onOrOff },
  notify: { label: 'Notify', words: onOrOff },
  announce: { label: 'Announcement', words: (text) => text ?? 'No' },
  preset: {
    label: 'Mode',
    words: (preset, names) => (preset ? `${names.preset(preset.presetId)} for ${preset.minutes} min` : 'None'),
  },
  perMinute: { label: 'Deletions a minute' },
  perHour: { label: 'Deletions an hour' },
  percent: { label: 'Share of all messages' },
  keepTextsDays: { label: 'Days deleted texts are kept' },
}

export const ruleFieldNames = Object.keys(rows) as (keyof RuleFields)[]

export const ruleTexts = (names: NamesInRule, nameOf: (chatId: number) => string): FieldTexts<RuleFields> => ({
  label: (field) => rows[field].label,
  // The value is one of this field.
  words: (field, value) => rows[field].words?.(value as never, { ...names, chat: nameOf }) ?? `${value as string | number}`,
})

function onOrOff(value: boolean): string {
  return value ? 'On' : 'Off'
}

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function hoursInWords(hours: TypedHours | null): string {
  if (!hours) return 'At all hours'
  const days = hours.days.length === 7 ? 'Every day' : hours.days.map((day) => dayNames[day]).join(', ')
  return `${days}, ${hours.from} – ${hours.to}, ${hours.zone}`
}

/** "12" as 12; anything else as it was typed. */
export const typedNumber = (text: string): TypedNumber => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

export function fieldsOfRule({ scope: { chats, hours }, except, actions, brakes, ...rest }: Rule): RuleFields {
  return {
    ...rest,
    ...except,
    ...actions,
    ...brakes,
    chats: sortedChoice(chats),
    hours: hours && { ...hours, days: hours.days.toSorted((a, b) => a - b), from: timeText(hours.from), to: timeText(hours.to) },
  }
}

/** 24:00 is midnight, the start of a day. */
const minuteOf = (typed: string) => (parseTime(typed) ?? Number.NaN) % minutesOfDay

/** The fields as a rule that may be invalid, for Rule.safeParse(). */
function candidate({ name, description, groups, chats, hours, authors, words, ...actionsAndBrakes }: RuleFields) {
  return {
    name,
    description,
    groups,
    scope: { chats, hours: hours && { ...hours, from: minuteOf(hours.from), to: minuteOf(hours.to) } },
    except: { authors, words },
    actions: actionsAndBrakes,
    brakes: actionsAndBrakes,
  }
}

/** The rule of these fields; null: some input is not valid. Its expressions may still fail to compile. */
export const ruleOfFields = (fields: RuleFields): Rule | null => Rule.safeParse(candidate(fields)).data ?? null

export interface RuleIssue {
  field: keyof RuleFields
  /** The path within `groups`: group, condition and its part; empty for other fields. */
  path: readonly PropertyKey[]
  message: string
}

/** A field has the name that it has in its part of the rule. Only the actions can be wrong together. */
const fieldOf = ([part, name]: readonly PropertyKey[]) => ruleFieldNames.find((field) => field === part || field === name) ?? 'mark'

/** The problems of the fields, validated by the contract. */
export function issuesOf(fields: RuleFields): RuleIssue[] {
  const issues = Rule.safeParse(candidate(fields), { error: inOwnWords }).error?.issues ?? []
  return issues.map(({ path, message }) => {
    const field = fieldOf(path)
    const isTime = field === 'hours' && (path.at(-1) === 'from' || path.at(-1) === 'to')
    return { field, path: field === 'groups' ? path.slice(1) : [], message: isTime ? 'must be a time such as 19:00' : message }
  })
}

interface Issue {
  code?: string
  minimum?: unknown
  maximum?: unknown
  expected?: unknown
  origin?: unknown
}

/** Messages for issues that the contract does not word itself. */
function inOwnWords({ code, minimum, maximum, expected, origin }: Issue): string | undefined {
  if (code === 'invalid_type') return expected === 'number' || expected === 'int' ? 'must be a whole number' : 'must be filled in'
  if (code === 'too_small') return origin === 'array' ? 'must not be empty' : `must be at least ${String(minimum)}`
  if (code === 'too_big') return origin === 'array' ? `must have at most ${String(maximum)} entries` : `must be at most ${String(maximum)}`
  return undefined
}
