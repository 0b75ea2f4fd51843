import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInPresetIds, builtInPresets, isBuiltInPreset } from '#contract/presets/built-in.ts'
import type { Preset } from '#contract/presets/preset.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'

export type PresetEntry = RecordEntry<'presets'>

/** A preset as the page shows it. */
export interface KnownPreset {
  id: string
  preset: Preset
  isBuiltIn: boolean
  /** The stored record; null for one that came with the product and was never edited. */
  entry: PresetEntry | null
}

/** The four that come with the product, as they were edited, and then those of the account by name. */
export function knownPresets(entries: readonly PresetEntry[]): KnownPreset[] {
  const stored = new Map(entries.map((entry) => [entry.key, entry]))
  const builtIn = builtInPresetIds.map((id): KnownPreset => {
    const entry = stored.get(id) ?? null
    return { id, preset: entry?.value ?? builtInPresets[id], isBuiltIn: true, entry }
  })
  const own = entries
    .filter(({ key }) => !isBuiltInPreset(key))
    .map((entry): KnownPreset => ({ id: entry.key, preset: entry.value, isBuiltIn: false, entry }))
  return [...builtIn, ...own.toSorted((one, other) => one.preset.name.localeCompare(other.preset.name))]
}

const none: PresetEntry[] = []

/** All presets, and the reading of those that are stored. */
export function useKnownPresets() {
  const reading = useQuery(recordsQuery('presets'))
  const entries = reading.data ?? none
  const presets = useMemo(() => knownPresets(entries), [entries])
  return { presets, reading }
}
