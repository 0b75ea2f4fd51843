import { isSettingName } from '#contract/settings-derive.ts'
import type { DriftFinding } from '#contract/gateway/drift.ts'
import { valueKind, type ChangeRow } from '#dashboard/platform/changes/change-row.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { whenText } from '#dashboard/ui/format/time.tsx'
import { fieldLabel, placeName, valueInWords, windowInWords } from './finding-words.ts'

export interface FindingRow extends ChangeRow {
  finding: DriftFinding
}

const states = { open: 'outside', accepted: 'accepted', 'put-back': 'putBack', over: 'differs' } as const satisfies Record<
  DriftFinding['state'],
  string
>

export function rowOf(finding: DriftFinding, catalogue: Catalogue, now: number): FindingRow {
  const { id, resource, field, before, after, state, decided } = finding
  const kind = resource === 'settings' && isSettingName(field) ? valueKind(field) : 'plain'
  // Of a list the table names what differs.
  const words = (value: DriftFinding['before']) => (kind === 'list' ? String(value ?? '') : valueInWords(finding, value, catalogue))
  return {
    key: id,
    finding,
    place: placeName(finding),
    label: fieldLabel(finding),
    before: words(before),
    after: words(after),
    kind,
    state: states[state],
    note: decided && state !== 'open' ? `by ${decided.by}, ${whenText(decided.at, now)}` : windowInWords(finding, now),
  }
}
