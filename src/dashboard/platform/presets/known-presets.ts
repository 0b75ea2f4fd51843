import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { builtInPresetIds, builtInPresets, isBuiltInPreset, type Preset } from '#contract/presets/preset.ts'
import { allows, type Grant } from '#contract/gateway/grant.ts'
import { isWithin, type Reach } from '#contract/gateway/reach.ts'
import { reachOfPreset } from '#contract/gateway/record-kinds.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'

export type PresetEntry = RecordEntry<'presets'>

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

export function useKnownPresets() {
  const reading = useQuery(recordsQuery('presets'))
  const entries = reading.data ?? none
  const presets = useMemo(() => knownPresets(entries), [entries])
  return { presets, reading }
}

/** The chats in which it may be turned on without the right to change settings, as far as the person sees them. */
export function reachOfKnown({ id, preset: { chats }, entry }: KnownPreset): Reach {
  const isForOthers = entry?.isReduced === true && chats !== 'all' && chats.labels.length === 0
  return isForOthers ? chats.chatIds : reachOfPreset({ chats }, id)
}

export const mayTurnOn = (person: Grant | null, known: KnownPreset, chatId: number): boolean =>
  allows(person, 'presets.use', chatId) && (isWithin([chatId], reachOfKnown(known)) || allows(person, 'settings.write', chatId))
