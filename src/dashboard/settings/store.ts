import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { changed, setting, settingsWrite, type Settings, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { Catalogue } from '../catalogue.ts'

/** The edited settings. A field may hold what is not valid yet, such as the text "1.5" for seconds: nothing typed is lost. */
export type Values = Record<SettingName, SettingValue>

export interface SettingsStore {
  form: UseFormReturn<Values>
  /** The settings as the service held them when the editing began. */
  base: Settings
  catalogue: Catalogue
  /** The setting a link points at. */
  pointedAt: SettingName | null
  /** Scrolls to a setting and marks it. */
  goTo: (name: SettingName) => void
}

const Store = createContext<SettingsStore | null>(null)
export const SettingsStoreProvider = Store

export function useStore(): SettingsStore {
  const store = use(Store)
  if (!store) throw new TypeError('Outside the settings page')
  return store
}

/**
 * What `select` makes of the values. The component is drawn again only when that changes, so it must be a text, a number, a boolean or null:
 * typing in one field then leaves the other 59 alone.
 */
export function useFromValues<T extends SettingValue | null>(form: UseFormReturn<Values>, select: (values: Values) => T): T {
  const subscribe = useCallback((changed: () => void) => form.subscribe({ formState: { values: true }, callback: changed }), [form])
  return useSyncExternalStore(subscribe, () => select(form.getValues()))
}

export const edit = (form: UseFormReturn<Values>, name: SettingName, value: SettingValue) => form.setValue(name, value)

/** Values without the ones that are not valid yet are settings; the catalogue's rules and the derived functions accept both. */
export const asSettings = (values: Values) => values as unknown as Settings

export const editedNames = (base: Settings, values: Values) => changed(base, asSettings(values))

/** What is wrong with a value that somebody typed, or null. What the service itself sent is never wrong. */
export function problemOf(name: SettingName, value: SettingValue, base: Settings): string | null {
  if (value === base[name]) return null
  // A number for a sound can only be the service's own, taken from another chat or a file.
  if (setting(name).control.kind === 'sound' && typeof value === 'number') return null
  const parsed = settingsWrite[name].safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'is not valid')
}
