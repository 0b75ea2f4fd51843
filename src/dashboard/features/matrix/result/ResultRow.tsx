import { Button } from '@mantine/core'
import { useState, type Ref } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { ShownChange } from '#dashboard/platform/saving/ShownValue.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { clock } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { ChatOrder, KnownResult, ResultState } from '#engine/changes/chat-result.ts'
import type { Decision } from '../saving/settings-job.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { choiceOf, ordersOfNotKept, ordersOfRest } from './result-actions.ts'
import { notKeptInWords, resultInWords, stateLooks } from './result-words.ts'
import classes from './ResultPage.module.css'

export interface ResultOfChat {
  order: ChatOrder
  result: KnownResult | undefined
  state: ResultState
}

interface ResultRowProps extends ResultOfChat {
  catalogue: Catalogue
  mayWrite: boolean
  /** Never rejects. */
  onDecide: (decision: Decision) => Promise<unknown>
  measure: Ref<HTMLElement>
  index: number
}

/** One chat of a save: what became of it, and what can be done about it. */
export function ResultRow(props: ResultRowProps) {
  const { order, result, state, catalogue, mayWrite, onDecide, measure, index } = props
  const [mine, setMine] = useState<ReadonlySet<SettingName>>(new Set())
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, words] = resultInWords(state, order, result, catalogue)
  const look = stateLooks[state]

  const decide = (decision: Decision) => {
    setBusy(true)
    void onDecide(decision).finally(() => setBusy(false))
  }
  const send = (again: ChatOrder) => decide({ leave: [], send: [again] })
  const keep = ({ notKept }: KnownResult) =>
    decide({ leave: [{ chatId: order.chatId, settings: notKept.map(({ name }) => name) }], send: [] })

  const actions = () => {
    if (!mayWrite) return null
    if (result && result.conflicts.length > 0)
      return <Action label="Apply choice" about={order.chatName} busy={isBusy} onClick={() => decide(choiceOf(order, result, mine))} />
    if (result && state === 'decide')
      return (
        <Action
          label={plural(result.sounds.length, 'Save without {count} sound', 'Save without {count} sounds')}
          about={order.chatName}
          busy={isBusy}
          onClick={() => send(ordersOfRest(order, result))}
        />
      )
    if (result && state === 'notKept')
      return (
        <>
          <Action label="Keep as is" about={order.chatName} busy={isBusy} onClick={() => keep(result)} />
          <Action label="Send again" about={order.chatName} busy={isBusy} onClick={() => send(ordersOfNotKept(order, result))} />
        </>
      )
    if (state === 'failed')
      return <Action label="Try again" about={order.chatName} busy={isBusy} onClick={() => send(ordersOfRest(order, result))} />
    if (state === 'notSent')
      return <Action label="Send" about={order.chatName} busy={isBusy} onClick={() => send(ordersOfRest(order, result))} />
    return null
  }

  return (
    <li ref={measure as Ref<HTMLLIElement>} data-index={index} className={classes.row}>
      <div className={classes.line}>
        <Icon name={look.icon} label={look.label} className={look.className} />
        <PageLink className={`outside medium name-link ${classes.name}`} to={to.settings(order.chatId)}>
          {order.chatName}
        </PageLink>
        <span className="quiet num">{counted(Object.keys(order.changes).length, 'change')}</span>
        <span className={`${classes.words} outside`}>
          {outcome && <b>{outcome}</b>} {words}
        </span>
        <span className="quiet num">{result && state !== 'waiting' && clock(result.at)}</span>
        <span className={classes.actions}>
          {actions()}
          {result && (state === 'saved' || result.notKept.length > 1) && (
            <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'}
              <span className="visually-hidden">: {order.chatName}</span>
            </button>
          )}
        </span>
      </div>
      {result && result.conflicts.length > 0 && (
        <ConflictChoice
          conflicts={result.conflicts}
          catalogue={catalogue}
          chatName={order.chatName}
          mine={mine}
          onMine={setMine}
          disabled={!mayWrite}
        />
      )}
      {isOpen && result && (
        <ul className={classes.details}>
          {result.notKept.map((one) => (
            <li key={one.name}>{notKeptInWords(one, order, catalogue)}</li>
          ))}
          {settingNames.map((name) => {
            const change = result.applied[name]
            if (!change) return null
            const inWords = (value: typeof change.before) => settingInWords(name, value, catalogue)
            return (
              <li key={name} className={classes.change}>
                <span>{setting(name).label}</span>
                {change.before === change.after ? (
                  <span className="quiet">had this value already</span>
                ) : (
                  <ShownChange before={inWords(change.before)} after={inWords(change.after)} isLong={false} />
                )}
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}

function Action({ label, about, busy, onClick }: { label: string; about: string; busy: boolean; onClick: () => void }) {
  return (
    <Button size="xs" loading={busy} onClick={onClick} aria-label={`${label}: ${about}`}>
      {label}
    </Button>
  )
}
