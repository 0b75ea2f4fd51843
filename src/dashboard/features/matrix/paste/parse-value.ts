import { setting, settingsWrite, unreachable, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { listed } from '#dashboard/ui/format/numbers.ts'
import type { TableCell } from './tsv.ts'

/** A value as it is copied: in words where a spreadsheet shows words, texts and lists as they are. */
export function copyText(name: SettingName, value: SettingValue): string {
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

export type ParsedValue = { value: SettingValue } | { problem: string }

const on = new Set(['on', 'true', 'yes', '1'])
const off = new Set(['off', 'false', 'no', '0'])

/**
 * The value that a pasted text stands for, by the rules of the service.
 * @param current what the cell holds: it is never refused, however unusual
 * @param inUse what other chats hold that has no name here: a code of a language, the number of a sound
 */
export function parseValue(
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
  const parsed = settingsWrite[name].safeParse(value)
  return parsed.success ? { value } : { problem: parsed.error.issues[0]?.message ?? 'is not valid' }
}
