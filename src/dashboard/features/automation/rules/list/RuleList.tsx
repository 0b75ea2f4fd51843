import type { StoredRule } from '#contract/gateway/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { DataTable } from '#dashboard/ui/table/DataTable.tsx'
import { type Column, useFittingColumns } from '#dashboard/ui/table/fit-columns.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { WordListEntry } from '../queries.ts'
import type { NamesInRule } from '../conditions.ts'
import { actionsInWords, conditionsInWords } from '../rule-in-words.ts'
import { precisionOf, StateBadge } from '../state.tsx'
import classes from './list.module.css'
import { RuleItems } from './RuleMenu.tsx'
import { momentText } from './RulesAtWork.tsx'
import type { RulesView } from './RulesToolbar.tsx'

interface RuleListProps {
  rules: StoredRule[]
  names: NamesInRule
  lists: readonly WordListEntry[]
  chatsInWords: (stored: StoredRule) => string
  /** In the search. */
  typed: string
  sort: RulesView['sort']
  onSort: (sort: RulesView['sort']) => void
  now: number
}

/** The rules as a table; as a list on phones. */
export function RuleList({ rules, names, lists, chatsInWords, typed, sort, onSort, now }: RuleListProps) {
  const columns: Column<StoredRule>[] = [
    {
      key: 'name',
      label: 'Rule',
      minWidth: 300,
      sortable: true,
      cell: (stored) => (
        <>
          <Name stored={stored} typed={typed} />
          <div className="quiet fz-help">
            <TruncatedText text={`${actionsInWords(stored.rule, names)} · ${conditionsInWords(stored.rule, names)}`} />
          </div>
        </>
      ),
    },
    { key: 'state', label: 'State', width: 104, sortable: true, cell: ({ state }) => <StateBadge state={state} /> },
    {
      key: 'chats',
      label: 'Chats',
      width: 138,
      dropRank: 1,
      cell: (stored) => (
        <div className="fz-help">
          <TruncatedText text={chatsInWords(stored)} lines={2} />
        </div>
      ),
    },
    {
      key: 'hits',
      label: 'Hits today',
      width: 122,
      sortable: true,
      align: 'right',
      cell: (stored) => stored.state !== 'draft' && <Hits stored={stored} />,
    },
    {
      key: 'precision',
      label: 'Right',
      width: 92,
      dropRank: 2,
      cell: (stored) => stored.state !== 'draft' && <Precision stored={stored} />,
    },
    {
      key: 'last',
      label: 'Last action',
      width: 124,
      cell: (stored) => (
        <div className="fz-help">
          <Last stored={stored} now={now} />
        </div>
      ),
    },
  ]
  const { shown, measured } = useFittingColumns(columns, true)
  return (
    <div className={classes.rules}>
      <DataTable
        label="Rules"
        rows={rules}
        columns={shown}
        measured={measured}
        idOf={({ id }) => id}
        nameOf={({ rule }) => rule.name}
        // Names upwards; the states that matter most and the most hits first.
        sort={{ key: sort, descending: sort !== 'name' }}
        onSort={({ key }) => onSort(sortKeys.find((known) => known === key) ?? sort)}
        menu={(stored) => <RuleItems stored={stored} lists={lists} />}
        item={(stored) => (
          <div className={classes.item}>
            <Name stored={stored} typed={typed} />
            <StateBadge state={stored.state} />
            <span className="quiet outside full-row">
              {chatsInWords(stored)} · {actionsInWords(stored.rule, names)}
            </span>
            <span>{stored.state !== 'draft' && <HitsOnPhone stored={stored} />}</span>
            <span className="quiet">
              <LastOnPhone stored={stored} now={now} />
            </span>
          </div>
        )}
      />
    </div>
  )
}

const sortKeys = ['name', 'state', 'hits'] as const

function HitsOnPhone({ stored }: { stored: StoredRule }) {
  const { percent, isLow } = precisionOf(stored)
  return (
    <>
      <b className="num">{count(stored.hits.today)}</b> <span className="quiet">today</span>
      {percent !== null && (
        <span className={`num ${isLow ? 'warn' : 'quiet'}`}>
          {' '}
          {isLow && <Icon name="warning" size={12} />} {percent} % right
        </span>
      )}
    </>
  )
}

const Name = ({ stored: { id, rule }, typed }: { stored: StoredRule; typed: string }) => (
  <PageLink to={to.rule(id)} className="name-link medium outside">
    <FoundText text={rule.name} typed={typed} />
  </PageLink>
)

/** Hits by hour since midnight, and their sum. */
function Hits({ stored: { hits } }: { stored: StoredRule }) {
  const most = Math.max(1, ...hits.byHour)
  return (
    <div className="row at-end">
      <span className={`bars push ${classes.hours}`} aria-hidden>
        {hits.byHour.map((hit, hour) => (
          // oxlint-disable-next-line react/no-array-index-key -- an hour is identified by its position
          <i key={hour} style={{ height: `${(hit * 100) / most}%` }} />
        ))}
      </span>
      <b className="num medium">{count(hits.today)}</b>
    </div>
  )
}

function Precision({ stored }: { stored: StoredRule }) {
  const { percent, decisions, isLow } = precisionOf(stored)
  if (percent === null)
    return (
      <>
        <span className="block quiet" aria-hidden>
          –
        </span>
        <span className="meta num nowrap">{plural(decisions, '{count} decided', '{count} decided')}</span>
      </>
    )
  return (
    <>
      <b className={`num row gap-4 nowrap fz-help medium ${isLow ? 'warn' : ''}`}>
        {isLow && <Icon name="warning" size={12} label="Rarely right:" />} {percent} %
      </b>
      <span className="meta num">of {count(decisions)}</span>
    </>
  )
}

const kinds = { matched: 'Matched', marked: 'Marked', held: 'Pending', deleted: 'Deleted' } as const

function Last({ stored: { state, last, fellBack, backtest }, now }: { stored: StoredRule; now: number }) {
  if (fellBack) return <TwoLines first={state === 'draft' ? 'Stopped' : 'Paused'} second={momentText(fellBack.at, now)} isWarning />
  if (last) return <TwoLines first={`${kinds[last.kind]} ${count(last.count)}`} second={momentText(last.at, now)} />
  if (state !== 'draft') return <TwoLines first="No match" second="yet" />
  return backtest ? (
    <TwoLines first="Backtest" second={`${count(backtest.matched)} of ${count(backtest.read)}`} />
  ) : (
    <TwoLines first="No backtest" second="yet" />
  )
}

const TwoLines = ({ first, second, isWarning = false }: { first: string; second: string; isWarning?: boolean }) => (
  <>
    <span className={`block ${isWarning ? 'warn medium' : ''}`}>{first}</span>
    <span className="meta num">{second}</span>
  </>
)

function LastOnPhone({ stored: { last, fellBack }, now }: { stored: StoredRule; now: number }) {
  if (fellBack) return <>{momentText(fellBack.at, now)}</>
  return <>{last && `${kinds[last.kind]} ${count(last.count)}, ${momentText(last.at, now)}`}</>
}
