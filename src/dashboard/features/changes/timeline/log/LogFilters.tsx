import { NativeSelect, Popover, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { activityKinds, recorded } from '#contract/activity.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { isRecorded } from '#contract/recorded-change.ts'
import { isSettingName, setting } from '#contract/settings-derive.ts'
import { isGatewayAction, gatewayActions } from '#contract/gateway/audit-actions.ts'
import { type AuditKind, auditKindNames, auditKinds, auditOutcomeNames, auditOutcomes } from '#contract/gateway/audit.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useSession } from '#dashboard/platform/session/session-state.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type ActivityView, type DayRange, rangeInWords, rangePresets } from '#dashboard/features/changes/timeline/view.ts'
import { nameOf } from './audit-words.ts'
import type { Fold } from './fold.ts'
import classes from './log.module.css'

export interface LogFiltersProps {
  /** Entries of several people are listed. */
  hasPeople: boolean
  view: ActivityView
  onView: (change: Partial<ActivityView>) => void
  /** The loaded entries name people and programs that are in no other list. */
  folds: readonly Fold[]
}

export function LogFilters({ hasPeople, view, onView, folds }: LogFiltersProps) {
  const people = usePeople(folds, view.person)
  const chats = useChats(folds, view.chatId)
  const { field } = view
  return (
    <>
      {hasPeople && <FilterSelect label="Person" value={view.person} onValue={(person) => onView({ person })} data={people} />}
      <FilterSelect
        label="Chat"
        value={view.chatId?.toString() ?? null}
        onValue={(id) => onView({ chatId: id === null ? null : Number(id) })}
        data={chats}
      />
      <FilterSelect
        label="Action"
        value={view.action ?? view.kind}
        onValue={(chosen) => {
          const kind = auditKindNames.find((name) => name === chosen) ?? null
          onView({ kind, action: kind ? null : chosen })
        }}
        data={actions}
      />
      <FilterSelect
        label="Outcome"
        value={view.outcome}
        onValue={(chosen) => onView({ outcome: auditOutcomeNames.find((name) => name === chosen) ?? null })}
        data={auditOutcomeNames.map((name) => ({ value: name, label: auditOutcomes[name] }))}
      />
      <RangeFilter range={view} onRange={onView} />
      {field !== null && (
        <FilterChip what="field" onRemove={() => onView({ field: null })}>
          {isSettingName(field) ? setting(field).label : field}
        </FilterChip>
      )}
    </>
  )
}

interface FilterChipProps extends ComponentProps<'span'> {
  what: string
  onRemove: () => void
}

/** A filter that is set and cannot be chosen from a list. */
const FilterChip = ({ what, onRemove, children, ...rest }: FilterChipProps) => (
  <span {...rest} className={`chip toggle ${classes.chip}`} data-on>
    {children}
    <button type="button" className="mini-button" aria-label={`Remove the filter by ${what}`} onClick={onRemove}>
      <Icon name="x" size={14} />
    </button>
  </span>
)

interface FilterSelectProps {
  label: string
  value: string | null
  onValue: (value: string | null) => void
  data: (Choice | { group: string; items: Choice[] })[]
}

/** As wide as what it says. Its first choice is its name: everything. */
const FilterSelect = ({ label, value, onValue, data }: FilterSelectProps) => (
  <NativeSelect
    size="xs"
    className={classes.select}
    aria-label={label}
    classNames={{ input: 'toggle' }}
    data-on={value !== null || undefined}
    value={value ?? ''}
    onChange={({ currentTarget }) => onValue(currentTarget.value || null)}
    data={[{ value: '', label }, ...data]}
  />
)

interface Choice {
  value: string
  label: string
}

const byLabel = (one: Choice, other: Choice) => one.label.localeCompare(other.label)

function usePeople(folds: readonly Fold[], chosen: string | null): Choice[] {
  const may = useMay()
  const { team } = useSession()
  const people = useQuery({ ...gatewayQuery('teamRead', {}), enabled: team !== undefined && may('people.read') }).data?.data.people ?? []
  const names = new Map([['token', 'Account token']])
  for (const { entries } of folds) {
    const { who } = entries[0]!
    const id = who.kind === 'person' ? who.id : who.kind === 'program' ? `program:${who.id ?? ''}` : who.kind
    if (id) names.set(id, nameOf({ who }))
  }
  for (const { id, name } of people) names.set(id, name)
  names.set('program', 'All programs')
  if (chosen && !names.has(chosen)) names.set(chosen, chosen.startsWith('program:') ? 'A token' : 'A former person')
  return [...names].map(([value, label]) => ({ value, label })).toSorted(byLabel)
}

function useChats(folds: readonly Fold[], chosen: number | null): Choice[] {
  const may = useMay()
  const chats = useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data ?? []
  const names = new Map<number, string>()
  for (const { entries } of folds)
    for (const { chatId, chatName } of entries) if (chatId !== null && !names.get(chatId)) names.set(chatId, chatName)
  for (const { id, name } of chats) names.set(id, name)
  if (chosen !== null && !names.has(chosen)) names.set(chosen, '')
  return [...names].map(([id, name]) => ({ value: String(id), label: chatTitle({ id, name }) })).toSorted(byLabel)
}

/** Two endpoints that are recorded in the same words. */
const ownTitles: Readonly<Record<string, string>> = { banLift: 'Address unbanned', banLiftRange: 'Range unbanned' }

const titleOf = (action: string): string => {
  if (ownTitles[action]) return ownTitles[action]
  if (isGatewayAction(action)) return gatewayActions[action].title
  if (!isRecorded(action)) return action
  const { title } = recorded[action]
  return typeof title === 'string' ? title : activityKinds[recorded[action].kind]
}

/** The actions of each kind, below the kind as a whole. */
const actions = auditKindNames.map((kind: AuditKind) => {
  const declared: Readonly<Record<string, { kind: string }>> = { ...recorded, ...gatewayActions }
  const own = Object.keys(declared).filter((action) => declared[action]!.kind === kind)
  const titled = own.map((value) => ({ value, label: titleOf(value) })).filter(({ label }) => label !== auditKinds[kind])
  return { group: auditKinds[kind], items: [{ value: kind, label: auditKinds[kind] }, ...titled] }
})

interface RangeFilterProps {
  range: DayRange
  onRange: (range: DayRange) => void
}

/** The days to look at: one of the usual ranges, or any two days. */
function RangeFilter({ range, onRange }: RangeFilterProps) {
  const { from, to } = range
  const [isOpen, setOpen] = useState(false)
  const now = useNow() * 1000
  const presets = rangePresets(now)
  if (from === null && to === null)
    return (
      <NativeSelect
        size="xs"
        className={classes.select}
        classNames={{ input: 'toggle' }}
        aria-label="Time"
        value=""
        onChange={({ currentTarget: { value } }) => {
          const preset = presets.find(({ label }) => label === value) ?? presets[0]!
          onRange({ from: preset.from, to: preset.to })
          setOpen(value === 'days')
        }}
        data={[{ value: '', label: 'Time' }, ...presets.map(({ label }) => label), { value: 'days', label: 'Choose days…' }]}
      />
    )
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom-start">
      <Popover.Target>
        <FilterChip what="time" onRemove={() => onRange({ from: null, to: null })}>
          <button type="button" aria-label={`Days: ${rangeInWords(range, now)}`} onClick={() => setOpen(!isOpen)}>
            {rangeInWords(range, now)}
          </button>
        </FilterChip>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div className="stack gap-8">
          <DayField label="From" value={from} max={to} onDay={(day) => onRange({ from: day, to })} />
          <DayField label="To" value={to} min={from} onDay={(day) => onRange({ from, to: day })} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

interface DayFieldProps {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  onDay: (day: string | null) => void
}

const DayField = ({ label, value, min, max, onDay }: DayFieldProps) => (
  <TextInput
    type="date"
    size="xs"
    label={label}
    value={value ?? ''}
    min={min ?? undefined}
    max={max ?? undefined}
    onChange={({ currentTarget }) => onDay(currentTarget.value || null)}
  />
)
