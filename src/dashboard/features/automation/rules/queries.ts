import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { refetchEvery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { knownPresets, type KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { recordsQuery } from '#dashboard/platform/records/records.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import type { NamesInRule } from './conditions.ts'
import { startOfDay } from '#dashboard/ui/format/time.tsx'

const everyFewSeconds = refetchEvery(5000)

/** The rules with their hits since midnight. */
export const rulesQuery = () => ({
  ...gatewayQuery('rulesRead', { query: { since: startOfDay(nowMs()) } }),
  refetchInterval: everyFewSeconds,
})

export type WordListEntry = RecordEntry<'word-lists'>
const noLists: WordListEntry[] = []

/** The shared word lists, by name. */
export function useWordLists() {
  const reading = useQuery(recordsQuery('word-lists'))
  const entries = reading.data ?? noLists
  const lists = useMemo(() => entries.toSorted((one, other) => one.value.name.localeCompare(other.value.name)), [entries])
  return { lists, reading }
}

/** The modes that a rule can turn on; none for people who may not use them, and until the stored ones are read, which may replace built-in ones. */
export function useRulePresets(): KnownPreset[] {
  const mayUse = useMay()('presets.use')
  const entries = useQuery({ ...recordsQuery('presets'), enabled: mayUse }).data
  return useMemo(() => (mayUse && entries ? knownPresets(entries) : []), [mayUse, entries])
}

/** The names of word lists and presets. A list counts as deleted only after the lists were read. */
export function useNamesInRule(): NamesInRule {
  const { lists, reading } = useWordLists()
  const presets = useRulePresets()
  return useMemo(() => {
    const byKey = new Map(lists.map(({ key, value }) => [key, value.name]))
    return {
      list: (listId) => byKey.get(listId) ?? (reading.isSuccess ? null : '…'),
      preset: (presetId) => presets.find(({ id }) => id === presetId)?.preset.name ?? 'a mode',
    }
  }, [lists, reading.isSuccess, presets])
}
