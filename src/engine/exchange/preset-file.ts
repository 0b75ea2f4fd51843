import { z } from 'zod/mini'
import { exchangeFile, type NotImported, readExchangeFile } from './exchange-file.ts'
import { Preset, maxPresetMinutes, maxPresetName, usableValues, type UnusableValue } from '#contract/presets/preset.ts'

/** Presets as a file. Chats are left out, because their ids mean something else in another account; labels are kept. */

const format = 'roomkeeper-presets'
export const maxImportedPresets = 100

const Content = z.object({
  presets: z.array(z.unknown()).check(z.minLength(1), z.maxLength(maxImportedPresets)),
})

/** Read leniently: what a later release may have added must not keep the rest from being imported. */
const Imported = z.object({
  name: z.string(),
  description: z._default(z.string(), ''),
  values: z.record(z.string(), z.unknown()),
  labels: z._default(z.array(z.string()), []),
  minutes: z._default(z.nullable(z.number()), null),
})

/** The text of a file with these presets. */
export function exportedPresets(presets: readonly Preset[]): string {
  const list = presets.map(({ name, description, values, chats, minutes }) => ({
    name,
    description,
    values,
    labels: chats === 'all' ? [] : chats.labels,
    minutes,
  }))
  return exchangeFile(format, { presets: list })
}

export interface ImportedPreset {
  preset: Preset
  /** Settings that this release does not know, and values that they do not take here: they are left out. */
  unusable: UnusableValue[]
}

export type PresetImport =
  | {
      kind: 'read'
      presets: ImportedPreset[]
      /** The places in the file, from 1, of what is no preset or has no usable value. */ skipped: number[]
    }
  | NotImported

/** Reads a file of `exportedPresets`, also one of another release. */
export function importedPresets(file: string): PresetImport {
  const read = readExchangeFile(file, format, Content)
  if (read.kind !== 'read') return read
  const all = read.content.presets.map(presetFrom)
  return {
    kind: 'read',
    presets: all.filter((one) => one !== null),
    skipped: all.flatMap((one, index) => (one === null ? [index + 1] : [])),
  }
}

function presetFrom(entry: unknown): ImportedPreset | null {
  const read = Imported.safeParse(entry)
  if (!read.success) return null
  const { name, description, values: all, labels, minutes } = read.data
  const { values, unusable } = usableValues(all)
  const preset = Preset.safeParse({
    name: name.slice(0, maxPresetName),
    description: description.slice(0, 300),
    values,
    chats: labels.length > 0 ? { labels: labels.slice(0, 50), chatIds: [] } : 'all',
    minutes: minutes !== null && Number.isInteger(minutes) && minutes >= 1 ? Math.min(minutes, maxPresetMinutes) : null,
  })
  return preset.success ? { preset: preset.data, unusable } : null
}
