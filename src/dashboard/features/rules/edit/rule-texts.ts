import { choiceIn, choiceInWords } from '#dashboard/platform/chats/chosen-chats.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import { conditionsInWords, secondsInWords, type NamesInRule } from '../rule-in-words.ts'
import { partIn, ruleOfFields, textList, typedHours, typedPreset, type RuleFieldName, type RuleFields } from './rule-fields.ts'

/** The names and values of the fields of a rule, for comparing versions. */

const labels: Record<RuleFieldName, string> = {
  name: 'Name',
  description: 'Description',
  chats: 'Chats',
  hours: 'Hours',
  groups: 'Conditions',
  authors: 'Except authors',
  words: 'Except words',
  deleteAfter: 'Delete',
  mark: 'Mark for review',
  notify: 'Notify',
  announce: 'Announcement',
  preset: 'Preset',
  perMinute: 'Deletions a minute',
  perHour: 'Deletions an hour',
  percent: 'Share of all messages',
  keepTextsDays: 'Days deleted texts are kept',
}

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function hoursInWords(text: string): string {
  const hours = typedHours(text)
  if (!hours) return 'At all hours'
  const days = hours.days.length === 7 ? 'Every day' : hours.days.map((day) => dayNames[day]).join(', ')
  return `${days}, ${hours.from} – ${hours.to}, ${hours.zone}`
}

function deletionInWords(field: string): string {
  const seconds = partIn(field)
  if (seconds === null) return 'No'
  return Number(seconds) === 0 ? 'At once' : `After ${secondsInWords(Number(seconds))}`
}

/** @param start any valid fields, because conditions can only be parsed as part of a rule */
export const ruleTexts = (names: NamesInRule, nameOf: (chatId: number) => string, start: RuleFields): FieldTexts<RuleFields> => ({
  label: (field) => labels[field],
  words: (field, value) => {
    if (typeof value === 'boolean') return value ? 'On' : 'Off'
    switch (field) {
      case 'chats':
        return choiceInWords(choiceIn(value), nameOf) || 'No chat'
      case 'hours':
        return hoursInWords(value)
      case 'groups': {
        const rule = ruleOfFields({ ...start, groups: value })
        return rule ? conditionsInWords(rule, names) : value
      }
      case 'authors':
      case 'words':
        return textList(value).join(', ')
      case 'deleteAfter':
        return deletionInWords(value)
      case 'announce':
        return partIn(value) ?? 'No'
      case 'preset': {
        const preset = typedPreset(value)
        return preset ? `${names.preset(preset.presetId)} for ${preset.minutes} min` : 'None'
      }
      default:
        return value
    }
  },
})
