import { addDays, clockAt, instantOf } from '#contract/hours/zone.ts'
import { type ChatTurns, type Schedule, scheduleDays } from '#contract/gateway/schedule.ts'
import type { NextAction, PlannedKind } from '#contract/gateway/standing-access.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'

/** What the schedule lists, by day. Pure functions. Instants are milliseconds, dates are those of the viewer's time zone. */

export const entryKinds = { modes: 'Modes', hours: 'Opening hours', checks: 'Outside changes' } as const
export type EntryKind = keyof typeof entryKinds
export const entryKindNames = Object.keys(entryKinds) as EntryKind[]

const kindOf: Record<PlannedKind, EntryKind> = { preset: 'modes', hours: 'hours', drift: 'checks', rules: 'checks' }
export const kindOfAction = ({ kind }: NextAction): EntryKind => kindOf[kind]

/** An opening or a closing of a chat. */
export interface Turn extends Pick<ChatTurns, 'chatId' | 'zone'> {
  opens: boolean
  /** The planned action by which it can be skipped; null: it can't be skipped yet. */
  actionId: string | null
}

/** One row: an action, or all turns of opening hours of one moment. */
export type Entry = { at: number; kind: EntryKind } & ({ action: NextAction } | { turns: Turn[] })

export interface Agenda {
  /** Actions that were missed, the oldest first. They wait for a person. */
  missed: NextAction[]
  /** In the order of their times. */
  entries: Entry[]
  /** How many of each kind there are, missed ones included, whichever kind is chosen. */
  counts: Record<EntryKind, number>
}

export interface Filter {
  kind: EntryKind | null
  /** Only what is about this chat, or about the whole account. */
  chatId: number | null
}

/** @param until where the last day ends; what comes later is left out */
export function agendaOf({ actions, hours }: Pick<Schedule, 'actions' | 'hours'>, { kind, chatId }: Filter, until: number): Agenda {
  const ofChat = actions.filter(({ chatIds }) => chatId === null || chatIds.length === 0 || chatIds.includes(chatId))
  const missed = ofChat.filter(({ state }) => state === 'late').toSorted((one, other) => one.due - other.due)
  const planned = ofChat.flatMap((action): Entry[] =>
    action.state === 'late' || action.due >= until ? [] : [{ at: action.due, kind: kindOfAction(action), action }],
  )
  const all = [...planned, ...foldedTurns(hours, chatId, until)].toSorted((one, other) => one.at - other.at)
  const counts = { modes: 0, hours: 0, checks: 0 }
  for (const entry of all) counts[entry.kind]++
  for (const action of missed) counts[kindOfAction(action)]++
  if (kind === null) return { missed, entries: all, counts }
  return { missed: missed.filter((action) => kindOfAction(action) === kind), entries: all.filter((entry) => entry.kind === kind), counts }
}

function foldedTurns(hours: readonly ChatTurns[], chatId: number | null, until: number): Entry[] {
  const at = new Map<number, Turn[]>()
  for (const chat of hours) {
    if (chatId !== null && chat.chatId !== chatId) continue
    for (const [index, time] of chat.turns.entries()) {
      if (time >= until) break
      const turn = {
        chatId: chat.chatId,
        zone: chat.zone,
        opens: chat.opensFirst === (index % 2 === 0),
        actionId: index === 0 ? chat.actionId : null,
      }
      const same = at.get(time)
      if (same) same.push(turn)
      else at.set(time, [turn])
    }
  }
  return Array.from(at, ([time, turns]) => ({ at: time, kind: 'hours', turns }))
}

/** "3 chats open, 2 close" */
export function turnsInWords(turns: readonly Turn[]): string {
  const opening = turns.filter(({ opens }) => opens).length
  const closing = turns.length - opening
  if (closing === 0) return plural(opening, '{count} chat opens', '{count} chats open')
  if (opening === 0) return plural(closing, '{count} chat closes', '{count} chats close')
  const opens = plural(opening, '{count} chat opens', '{count} chats open')
  return plural(closing, '{opens}, {count} closes', '{opens}, {count} close', { opens })
}

export interface AgendaDay {
  /** YYYY-MM-DD */
  date: string
  from: number
  to: number
}

/** Today and the days after it. @param zone the viewer's */
export function agendaDays(zone: string, now: number): AgendaDay[] {
  const today = clockAt(zone, now).date
  return Array.from({ length: scheduleDays }, (_, index) => {
    const date = addDays(today, index)
    return { date, from: instantOf(zone, date, 0), to: instantOf(zone, addDays(date, 1), 0) }
  })
}

/** What comes later today, without checks, which are made all day long. @param zone the viewer's */
export function laterToday(schedule: Pick<Schedule, 'actions' | 'hours'>, zone: string, now: number): Entry[] {
  const { entries } = agendaOf(schedule, { kind: null, chatId: null }, agendaDays(zone, now)[0]!.to)
  return entries.filter(({ at, kind }) => at > now && kind !== 'checks')
}

/** The entries of each day. What was due before today is listed today: it is about to be carried out. */
export function byDay(entries: readonly Entry[], days: readonly AgendaDay[]): Entry[][] {
  let next = 0
  return days.map(({ to }) => {
    const first = next
    while (next < entries.length && entries[next]!.at < to) next++
    return entries.slice(first, next)
  })
}

/** A row of the list. `day` is the index of the day that it is in. */
export type Row = { key: string; day: number } & (
  | { is: 'missed'; action: NextAction }
  | { is: 'missedHead' }
  | { is: 'day'; date: string; isEmpty: boolean }
  | { is: 'now' }
  | { is: 'entry'; entry: Entry; isUnfolded: boolean }
  | { is: 'turn'; at: number; turn: Turn }
)

/**
 * @param entries of each day
 * @param unfolded the times whose turns have a row each
 */
export function rowsOf(
  missed: readonly NextAction[],
  days: readonly AgendaDay[],
  entries: readonly Entry[][],
  now: number,
  unfolded: ReadonlySet<number>,
): Row[] {
  const rows: Row[] = []
  if (missed.length > 0) rows.push({ is: 'missedHead', key: 'missed', day: 0 })
  for (const action of missed) rows.push({ is: 'missed', key: action.id, day: 0, action })
  for (const [day, { date }] of days.entries()) {
    const ofDay = entries[day] ?? []
    let isNowDrawn = day > 0
    rows.push({ is: 'day', key: date, day, date, isEmpty: ofDay.length === 0 })
    for (const entry of ofDay) {
      if (!isNowDrawn && entry.at > now) {
        isNowDrawn = true
        rows.push({ is: 'now', key: 'now', day })
      }
      const turns = 'turns' in entry ? entry.turns : []
      const isUnfolded = turns.length > 1 && unfolded.has(entry.at)
      rows.push({ is: 'entry', key: keyOf(entry), day, entry, isUnfolded })
      if (isUnfolded) for (const turn of turns) rows.push({ is: 'turn', key: `${entry.at} ${turn.chatId}`, day, at: entry.at, turn })
    }
    if (!isNowDrawn) rows.push({ is: 'now', key: 'now', day })
  }
  return rows
}

export const keyOf = (entry: Entry): string => ('action' in entry ? entry.action.id : String(entry.at))

/** The entries of a week in a table: of each hour of the day, those of each day. Hours in which there are none are left out. */
export function hoursOfWeek(entries: readonly Entry[][], zone: string): { hour: number; cells: Entry[][] }[] {
  const hours = new Map<number, Entry[][]>()
  for (const [day, ofDay] of entries.entries())
    for (const entry of ofDay) {
      const hour = Math.floor(clockAt(zone, entry.at).minute / 60)
      const cells = hours.get(hour) ?? entries.map(() => [])
      cells[day]!.push(entry)
      hours.set(hour, cells)
    }
  return Array.from(hours, ([hour, cells]) => ({ hour, cells })).toSorted((one, other) => one.hour - other.hour)
}
