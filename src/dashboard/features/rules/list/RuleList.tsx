import { useMediaQuery } from '@mantine/hooks'
import type { StoredRule } from '#contract/workspace/rules.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { TruncatedText } from '#dashboard/ui/overlay/TruncatedText.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { ColumnHead, type Sort } from '#dashboard/ui/table/DataTable.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { WordListEntry } from '../queries.ts'
import { actionsInWords, conditionsInWords, type NamesInRule } from '../rule-in-words.ts'
import { precisionOf } from '../state.ts'
import { StateBadge } from '../StateBadge.tsx'
import type { RulesView } from '../view.ts'
import classes from './list.module.css'
import { momentText } from './moment.ts'
import { RuleMenu } from './RuleMenu.tsx'

interface RuleListProps {
  rules: readonly StoredRule[]
  names: NamesInRule
  lists: readonly WordListEntry[]
  chatsInWords: (stored: StoredRule) => string
  sort: RulesView['sort']
  onSort: (sort: RulesView['sort']) => void
  now: number
}

/** The rules as a table; as a list on phones. */
export function RuleList(props: RuleListProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  return isPhone ? <Items {...props} /> : <Table {...props} />
}

function Table({ rules, names, lists, chatsInWords, sort, onSort, now }: RuleListProps) {
  const head = (key: RulesView['sort'], label: string, align?: 'right') => (
    <ColumnHead
      column={{ key, label, sortable: true, ...(align && { align }) }}
      sort={{ key: sort, descending: sort !== 'name' } satisfies Sort}
      onSort={() => onSort(key)}
    />
  )
  return (
    <div className={classes.region}>
      <table className={classes.table} aria-label="Rules">
        <colgroup>
          <col />
          <col className={classes.state} />
          <col className={classes.chats} />
          <col className={classes.hits} />
          <col className={classes.precision} />
          <col className={classes.last} />
          <col className={classes.menu} />
        </colgroup>
        <thead>
          <tr>
            {head('name', 'Rule')}
            {head('state', 'State')}
            <th scope="col" className={classes.chats}>
              Chats
            </th>
            {head('hits', 'Hits today', 'right')}
            <th scope="col">Precision</th>
            <th scope="col">Last action</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((stored) => (
            <tr key={stored.id}>
              <td>
                <Name stored={stored} />
                <div className="quiet fz-help">
                  <TruncatedText text={`${actionsInWords(stored.rule, names)} · ${conditionsInWords(stored.rule, names)}`} />
                </div>
              </td>
              <td>
                <StateBadge state={stored.state} />
              </td>
              <td className={`fz-help ${classes.chats}`}>
                <TruncatedText text={chatsInWords(stored)} lines={2} />
              </td>
              <td>{stored.state !== 'draft' && <Hits stored={stored} />}</td>
              <td>{stored.state !== 'draft' && <Precision stored={stored} />}</td>
              <td className="fz-help">
                <Last stored={stored} now={now} />
              </td>
              <td>
                <RuleMenu stored={stored} lists={lists} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Items({ rules, names, chatsInWords, now }: RuleListProps) {
  return (
    <ul aria-label="Rules">
      {rules.map((stored) => {
        const { percent, isLow } = precisionOf(stored)
        return (
          <li key={stored.id} className={classes.item}>
            <Name stored={stored} />
            <StateBadge state={stored.state} />
            <span className={`quiet outside ${classes.wide}`}>
              {chatsInWords(stored)} · {actionsInWords(stored.rule, names)}
            </span>
            <span>
              {stored.state !== 'draft' && (
                <>
                  <b className="num">{count(stored.hits.today)}</b> <span className="quiet">today</span>
                  {percent !== null && (
                    <span className={`num ${isLow ? 'warn' : 'quiet'}`}>
                      {' '}
                      {isLow && <Icon name="warning" size={12} />} {percent} % right
                    </span>
                  )}
                </>
              )}
            </span>
            <span className="quiet">
              <LastOnPhone stored={stored} now={now} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const Name = ({ stored: { id, rule } }: { stored: StoredRule }) => (
  <PageLink to={to.rule(id)} className="name-link medium outside">
    {rule.name}
  </PageLink>
)

/** Hits by hour since midnight, and their sum. */
function Hits({ stored: { hits } }: { stored: StoredRule }) {
  const most = Math.max(1, ...hits.byHour)
  return (
    <div className={classes.hitsCell}>
      <span className={classes.hours} aria-hidden>
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
        <span className="meta num">{plural(decisions, '{count} decided', '{count} decided')}</span>
      </>
    )
  return (
    <>
      <b className={`num block fz-help medium ${isLow ? 'warn' : ''}`}>
        {isLow && <Icon name="warning" size={12} label="Low precision:" />} {percent} %
      </b>
      <span className="meta num">of {count(decisions)}</span>
    </>
  )
}

const kinds = { matched: 'Matched', marked: 'Marked', held: 'Held', deleted: 'Deleted' } as const

function Last({ stored: { state, last, fellBack, backtest }, now }: { stored: StoredRule; now: number }) {
  if (fellBack) return <TwoLines first={state === 'draft' ? 'Stopped' : 'Fell back'} second={momentText(fellBack.at, now)} isWarning />
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
