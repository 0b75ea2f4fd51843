import { gatewayActions, isGatewayAction } from '#contract/gateway/audit-actions.ts'
import type { Visit, VisitLine } from '#contract/gateway/visit.ts'
import { declared, isRecorded } from '#contract/recorded-change.ts'
import { to } from '#dashboard/platform/to.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { actorIcons, causes, nameOf, type OutcomeInWords, outcomeOf, titleOfSums } from './log/audit-words.ts'
import { activityState, dayOf, everything } from './view.ts'

/** What others did since the last visit to Home, in words. */

export interface VisitRow {
  /** Who, or what acted in place of one. */
  name: string
  icon: IconName | null
  title: string
  chats: number
  /** The only one; its name as it was, if that is known. */
  chatId: number | null
  chatName: string
  /** null: everything is done. */
  outcome: OutcomeInWords | null
  /** When the last of it was, in milliseconds. */
  at: number
  /** The page that lists the entries. */
  path: string
}

/** Newest first. */
export const rowsOf = ({ lines, outside }: Pick<Visit, 'lines' | 'outside'>): VisitRow[] =>
  [...lines.map(rowOf), ...(outside ? [outsideRow(outside)] : [])].toSorted((one, other) => other.at - one.at)

function rowOf(line: VisitLine): VisitRow {
  const { who, cause, kind, from, to: at, chats, chatId, chatName, parts } = line
  const outcome = outcomeOf(parts)
  const isOwn = who.kind === 'roomkeeper'
  const view = { ...everything, line: null, kind, from: dayOf(from), to: dayOf(at), ...(!isOwn && { person: personIn(who) }) }
  return {
    name: isOwn ? actorOf(line) : nameOf(line),
    icon: isOwn && cause.kind !== 'hand' ? causes[cause.kind].icon : actorIcons[who.kind],
    title: titleOfSums(parts, titleOf),
    chats,
    chatId,
    chatName,
    outcome: outcome.worst === 'done' ? null : outcome,
    at,
    path: `${isOwn ? to.automaticChanges() : to.changes()}?${activityState.write(view).toString()}`,
  }
}

const outsideRow = ({ count, chats, to: at }: NonNullable<Visit['outside']>): VisitRow => ({
  name: 'Outside Roomkeeper',
  icon: 'eye',
  title: plural(count, '{count} change found', '{count} changes found'),
  chats,
  chatId: null,
  chatName: '',
  outcome: null,
  at,
  path: to.outside(),
})

/** What acted by itself. */
function actorOf({ who, cause }: VisitLine): string {
  if (cause.kind === 'rule') return 'Rules'
  if (cause.kind === 'preset') return cause.title
  return cause.kind === 'hours' || cause.kind === 'drift' ? causes[cause.kind].label : nameOf({ who })
}

/** As the filter of the log has it. */
const personIn = ({ kind, id }: VisitLine['who']): string => (kind === 'person' && id ? id : id === undefined ? kind : `${kind}:${id}`)

/** Settings, whose title has a number, are said with it in any case. */
function titleOf({ action }: VisitLine['parts'][number]): string {
  if (isGatewayAction(action)) return gatewayActions[action].title
  const title = isRecorded(action) ? declared(action).title : action
  return typeof title === 'string' ? title : title.other
}
