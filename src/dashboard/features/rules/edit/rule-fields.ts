import { minutesOfDay } from '#contract/hours/timetable.ts'
import { Rule, type RuleCondition, type RuleGroup } from '#contract/rules/rule.ts'
import { chatsText, choiceIn } from '#dashboard/platform/chats/chosen-chats.ts'
import { parseTime, timeText } from '#dashboard/ui/format/time-of-day.ts'

/**
 * A rule as form fields, so that two people can change different parts of it at the same time. Typed input is never lost: an invalid number is kept as
 * text, and a field with several values is stored as JSON.
 */

export type RuleFields = {
  name: string
  description: string
  /** 'all', or the JSON of labels and ids. */
  chats: string
  /** '' for always, or JSON. */
  hours: string
  /** JSON, as groupsText() writes it. */
  groups: string
  /** JSON of a list, as are the exception words. */
  authors: string
  words: string
  mark: boolean
  notify: boolean
  /** '' for not at all, or `=` and the seconds. */
  deleteAfter: string
  /** '' for nothing, or `=` and the text. */
  announce: string
  /** '' for none, or JSON. */
  preset: string
  perMinute: string
  perHour: string
  percent: string
  keepTextsDays: string
}

export const ruleFieldNames = [
  'name',
  'description',
  'chats',
  'hours',
  'groups',
  'authors',
  'words',
  'deleteAfter',
  'mark',
  'notify',
  'announce',
  'preset',
  'perMinute',
  'perHour',
  'percent',
  'keepTextsDays',
] as const
export type RuleFieldName = (typeof ruleFieldNames)[number]

/** A number, or the invalid text that was typed. */
export type TypedNumber = number | string

/** A condition as it is typed: its numbers may be texts. */
export type TypedCondition = { [Kind in RuleCondition['kind']]: Typed<Extract<RuleCondition, { kind: Kind }>> }[RuleCondition['kind']]
type Typed<C> = { [Name in keyof C]: C[Name] extends number ? TypedNumber : C[Name] }
export interface TypedGroup {
  match: RuleGroup['match']
  conditions: TypedCondition[]
}

export interface TypedHours {
  zone: string
  days: number[]
  from: string
  to: string
}

export interface TypedPreset {
  presetId: string
  minutes: TypedNumber
}

export const groupsText = (groups: readonly TypedGroup[]): string => JSON.stringify(groups)
export const typedGroups = (text: string): TypedGroup[] => JSON.parse(text) as TypedGroup[]
export const hoursText = (hours: TypedHours | null): string =>
  hours ? JSON.stringify([hours.zone, hours.days.toSorted((a, b) => a - b), hours.from, hours.to]) : ''
export function typedHours(text: string): TypedHours | null {
  if (text === '') return null
  const [zone, days, from, to] = JSON.parse(text) as [string, number[], string, string]
  return { zone, days, from, to }
}
export const presetText = (preset: TypedPreset | null): string => (preset ? JSON.stringify([preset.presetId, preset.minutes]) : '')
export function typedPreset(text: string): TypedPreset | null {
  if (text === '') return null
  const [presetId, minutes] = JSON.parse(text) as [string, TypedNumber]
  return { presetId, minutes }
}
export const textList = (text: string): string[] => JSON.parse(text) as string[]
/** The part after the `=` of an optional field; null: the field is off. */
export const partIn = (field: string): string | null => (field === '' ? null : field.slice(1))

/** "12" as 12; anything else as it was typed. */
export const typedNumber = (text: string): TypedNumber => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : text)

export function fieldsOfRule({ name, description, scope, groups, except, actions, brakes }: Rule): RuleFields {
  const { hours } = scope
  return {
    name,
    description,
    chats: chatsText(scope.chats),
    hours: hoursText(hours && { zone: hours.zone, days: hours.days, from: timeText(hours.from), to: timeText(hours.to) }),
    groups: groupsText(groups),
    authors: JSON.stringify(except.authors),
    words: JSON.stringify(except.words),
    mark: actions.mark,
    notify: actions.notify,
    deleteAfter: actions.deleteAfterSeconds === null ? '' : `=${actions.deleteAfterSeconds}`,
    announce: actions.announce === null ? '' : `=${actions.announce}`,
    preset: presetText(actions.preset),
    perMinute: String(brakes.perMinute),
    perHour: String(brakes.perHour),
    percent: String(brakes.percent),
    keepTextsDays: String(brakes.keepTextsDays),
  }
}

/** 24:00 is midnight, the start of a day. */
const minuteOf = (typed: string) => (parseTime(typed) ?? Number.NaN) % minutesOfDay

/** The fields as a rule that may be invalid, for Rule.safeParse(). */
function candidate(fields: RuleFields) {
  const hours = typedHours(fields.hours)
  const preset = typedPreset(fields.preset)
  const deleteAfter = partIn(fields.deleteAfter)
  return {
    name: fields.name,
    description: fields.description,
    scope: {
      chats: choiceIn(fields.chats),
      hours: hours && { ...hours, from: minuteOf(hours.from), to: minuteOf(hours.to) },
    },
    groups: typedGroups(fields.groups),
    except: { authors: textList(fields.authors), words: textList(fields.words) },
    actions: {
      mark: fields.mark,
      deleteAfterSeconds: deleteAfter === null ? null : typedNumber(deleteAfter),
      announce: partIn(fields.announce),
      preset,
      notify: fields.notify,
    },
    brakes: {
      perMinute: typedNumber(fields.perMinute),
      perHour: typedNumber(fields.perHour),
      percent: typedNumber(fields.percent),
      keepTextsDays: typedNumber(fields.keepTextsDays),
    },
  }
}

/** The rule of these fields; null: some input is not valid. Its expressions may still fail to compile. */
export const ruleOfFields = (fields: RuleFields): Rule | null => Rule.safeParse(candidate(fields)).data ?? null

export interface RuleIssue {
  field: RuleFieldName
  /** The path within `groups`: group, condition and its part; empty for other fields. */
  path: readonly PropertyKey[]
  message: string
}

const actionFields: Record<string, RuleFieldName> = { deleteAfterSeconds: 'deleteAfter', announce: 'announce', preset: 'preset' }

function fieldOf([part, name]: readonly PropertyKey[]): RuleFieldName {
  switch (part) {
    case 'scope':
      return name === 'hours' ? 'hours' : 'chats'
    case 'groups':
      return 'groups'
    case 'except':
      return name === 'words' ? 'words' : 'authors'
    case 'actions':
      return actionFields[String(name)] ?? 'mark'
    default: {
      const own = String(part === 'brakes' ? name : part)
      return ruleFieldNames.find((field) => field === own) ?? 'name'
    }
  }
}

/** The problems of the fields, validated by the contract. */
export function issuesOf(fields: RuleFields): RuleIssue[] {
  const issues = Rule.safeParse(candidate(fields), { error: inOwnWords }).error?.issues ?? []
  return issues.map(({ path, message }) => {
    const field = fieldOf(path)
    const isTime = field === 'hours' && (path.at(-1) === 'from' || path.at(-1) === 'to')
    return { field, path: field === 'groups' ? path.slice(1) : [], message: isTime ? 'must be a time such as 19:00' : message }
  })
}

/** Messages for issues that the contract does not word itself. */
function inOwnWords(issue: {
  code?: string
  minimum?: unknown
  maximum?: unknown
  expected?: unknown
  origin?: unknown
}): string | undefined {
  const { code, minimum, maximum, origin } = issue
  if (code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int' ? 'must be a whole number' : 'must be filled in'
  if (code === 'too_small') return origin === 'array' ? 'must not be empty' : `must be at least ${String(minimum)}`
  if (code === 'too_big') return origin === 'array' ? `must have at most ${String(maximum)} entries` : `must be at most ${String(maximum)}`
  return undefined
}
