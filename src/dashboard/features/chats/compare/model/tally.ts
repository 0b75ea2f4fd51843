import { setting, settingNames, unreachable, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { languageName, soundLabel, type Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import type { MatrixChat } from './matrix-chat.ts'

/** How many chats hold each value of a setting. */
export type Tally = ReadonlyMap<SettingValue, number>
export type Tallies = Readonly<Record<SettingName, Tally>>

const byName = <T>(make: (name: SettingName) => T) =>
  Object.fromEntries(settingNames.map((name) => [name, make(name)])) as Record<SettingName, T>

/** One pass over the values of all chats. */
export const tallySaved = (saved: readonly Settings[]): Tallies =>
  byName((name) => {
    const tally = new Map<SettingValue, number>()
    for (const values of saved) tally.set(values[name], (tally.get(values[name]) ?? 0) + 1)
    return tally
  })

/** The same with the edits, which are few: thousands of chats are not counted again for one of them. */
export function withEdits(saved: Tallies, chats: readonly MatrixChat[]): Tallies {
  const edited: Record<SettingName, Map<SettingValue, number>> = {} as never
  const moved = (name: SettingName, value: SettingValue, by: number) => {
    const tally = (edited[name] ??= new Map(saved[name]))
    const left = (tally.get(value) ?? 0) + by
    if (left > 0) tally.set(value, left)
    else tally.delete(value)
  }
  for (const chat of chats)
    for (const name of chat.edited) {
      moved(name, chat.saved[name], -1)
      moved(name, chat.values[name], 1)
    }
  return { ...saved, ...edited }
}

/** The value that more than half of the chats share; undefined where none is, and for names and texts, which are meant to differ. */
export function commonValue(name: SettingName, tally: Tally): SettingValue | undefined {
  const { kind } = setting(name).control
  if (kind === 'text' || kind === 'longText' || kind === 'email') return undefined
  const total = sum(tally)
  for (const [value, held] of tally) if (held > total / 2) return value
  return undefined
}

const sum = (tally: Tally) => {
  let total = 0
  for (const held of tally.values()) total += held
  return total
}

/** "8 on, 2 off": what the chats hold, for the head of the row. */
export function summary(name: SettingName, tally: Tally, catalogue: Catalogue): string {
  const { control } = setting(name)
  const only = tally.size === 1 ? [...tally.keys()][0] : undefined
  const facts = (parts: [number, string][]) =>
    parts
      .filter(([held]) => held > 0)
      .map(([held, words]) => `${count(held)} ${words}`)
      .join(', ')
  switch (control.kind) {
    case 'switch':
      return facts([
        [tally.get(true) ?? 0, 'on'],
        [tally.get(false) ?? 0, 'off'],
      ])
    case 'choice':
      return facts(
        [...tally]
          .toSorted(([one], [other]) => Number(one) - Number(other))
          .map(([value, held]) => [held, choiceWords(control.choices, value)]),
      )
    case 'language':
      return only === undefined ? counted(tally.size, 'language') : languageName(catalogue, only as string | number)
    case 'sound':
      return only === undefined ? counted(tally.size, 'sound') : soundLabel(catalogue, only as string | number)
    case 'seconds':
      return only === undefined ? counted(tally.size, 'value') : `${only} s`
    case 'words':
      return facts([
        [filled(tally), filled(tally) === 1 ? 'list' : 'lists'],
        [tally.get('') ?? 0, 'none'],
      ])
    case 'text':
    case 'longText':
    case 'email':
      return facts([
        [filled(tally), 'filled'],
        [tally.get('') ?? 0, 'empty'],
      ])
    default:
      return unreachable(control)
  }
}

const filled = (tally: Tally) => sum(tally) - (tally.get('') ?? 0)

const choiceWords = (choices: readonly { value: number; label: string }[], value: SettingValue) =>
  choices.find((choice) => choice.value === value)?.label.toLowerCase() ?? `no. ${value}`
