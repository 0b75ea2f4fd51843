import { createContext, use, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changedSettings, setting, type Settings, settingsWrite, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChangeRow } from '#dashboard/platform/changes/change-row.ts'
import type { SavePart } from '#dashboard/platform/saving/SaveBar.tsx'
import { type EditedForm, resolverOfEdits, useFromForm } from '#dashboard/platform/saving/use-edited-form.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { Fields } from '#engine/saving/three-way.ts'
import type { Store } from '#dashboard/ui/store.ts'

/** The edited settings. A field may hold what is not valid yet, such as the text "1.5" for seconds: nothing typed is lost. */
export type Values = Record<SettingName, SettingValue>

/** Its context is `base` of the store. */
export type SettingsForm = UseFormReturn<Values, Settings, Values>

/** The opening hours as the page around them sees their edits, once they are loaded. */
export interface HoursPart {
  saving: SavePart & { check: (names: string[]) => Promise<boolean>; saveNow: () => Promise<boolean> }
  draft: EditedForm<Fields>['draft']
  /** The number of edits. */
  edited: number
  /** The first edit in words. */
  note: string
  /** The edits, for the review. */
  rows: () => ChangeRow[]
  /** Asks about what saving them does at once, such as taking the chat offline; false: the person goes back to editing. */
  mayTake: () => Promise<boolean>
}

export interface SettingsStore {
  form: SettingsForm
  /** The settings as the service held them when the editing began. */
  base: Settings
  catalogue: Catalogue
  /** The link to the terms; '' where the service has none. */
  termsLink: string
  pointedAt: SettingName | null
  /** The chat, for who may see what everyone changed in it. */
  historyOf: number | null
  goTo: (name: SettingName) => void
  /** null: not loaded yet. Outside React's state: no row is drawn again because of the hours. */
  hours: Store<HoursPart | null>
}

const Context = createContext<SettingsStore | null>(null)
export const SettingsStoreProvider = Context

export function useStore(): SettingsStore {
  const store = use(Context)
  if (!store) throw new TypeError('Outside the settings page')
  return store
}

/** The number of edits of the opening hours. */
export function useHoursEdits(): number {
  const { hours } = useStore()
  const edited = () => hours.get()?.edited ?? 0
  return useSyncExternalStore(hours.subscribe, edited, edited)
}

export const useFromValues = <T extends SettingValue | null>(form: SettingsForm, select: (values: Values) => T): T =>
  useFromForm(form, () => select(form.getValues()))

/** Why a value is refused, by the rules of the form or by the service; null where nothing is wrong. */
export const useProblem = (form: SettingsForm, name: SettingName) =>
  useFromForm(form, () => form.getFieldState(name).error?.message ?? null)

export const edit = (form: SettingsForm, name: SettingName, value: SettingValue) => form.setValue(name, value, { shouldValidate: true })

/** Values without the ones that are not valid yet are settings; the catalogue's rules and the derived functions accept both. */
export const asSettings = (values: Values) => values as unknown as Settings

export const editedNames = (base: Settings, values: Values) => changedSettings(base, asSettings(values))

/** The rules of the service. A number for a sound can only be the service's own, taken from another chat or a file. */
export const settingsResolver = resolverOfEdits<Values, Settings>((name, value) =>
  setting(name).control.kind === 'sound' && typeof value === 'number'
    ? null
    : settingsWrite[name].safeParse(value).error?.issues[0]?.message,
)
