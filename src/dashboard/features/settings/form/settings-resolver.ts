import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod/mini'
import { setting, settingsWrite, type Settings } from '#contract/settings-derive.ts'
import { editedNames, type Values } from './store.ts'

/**
 * The rules of the service, applied to what was edited: a value that the service sent itself is never wrong, however unusual, and never blocks a save.
 * The context is what the service held when the editing began.
 */
export const settingsResolver: Resolver<Values, Settings, Values> = (values, base, options) => {
  const edited = base ? editedNames(base, values) : []
  // A number for a sound can only be the service's own, taken from another chat or a file.
  const checked = edited.filter((name) => setting(name).control.kind !== 'sound' || typeof values[name] !== 'number')
  // Built for the edited settings alone: a schema of all 60 takes milliseconds to build, at every keystroke. Other fields pass unchecked.
  const schema = z.looseObject(Object.fromEntries(checked.map((name) => [name, settingsWrite[name]])))
  return zodResolver(schema as unknown as z.ZodMiniType<Values, Values>)(values, undefined, options)
}
