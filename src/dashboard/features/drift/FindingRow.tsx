import { Button, Menu } from '@mantine/core'
import type { DriftFinding } from '#contract/workspace/drift.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { ShownChange } from '#dashboard/platform/saving/ShownValue.tsx'
import { to } from '#dashboard/platform/to.ts'
import { count } from '#dashboard/ui/format/numbers.ts'
import { PlainIconButton } from '#dashboard/ui/form/PlainButton.tsx'
import { RowCheckbox } from '#dashboard/ui/form/RowCheckbox.tsx'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './FindingRow.module.css'
import { fieldIcon, fieldLabel, noteOf, placeName, timeInWords, valueInWords, windowInWords } from './finding-words.ts'
import type { DriftActions } from './use-drift.ts'

interface FindingRowProps {
  finding: DriftFinding
  catalogue: Catalogue
  actions: DriftActions
  mayDecide: boolean
  selected: boolean
  onSelect: (selected: boolean) => void
  /** Milliseconds. */
  now: number
}

/** One change from outside: where, what, when, and what can be done. */
export function FindingRow({ finding, catalogue, actions, mayDecide, selected, onSelect, now }: FindingRowProps) {
  const { id, chatId, resource, before, after, state, times, decided } = finding
  const name = `${fieldLabel(finding)}, ${placeName(finding)}`
  const note = noteOf(finding)
  const isOpen = state === 'open'
  const versions = resource === 'settings' && times > 1 && chatId !== null && (
    <PageLink to={to.chat(chatId, 'history')} className="link">
      Compare {count(times + 1)} versions
    </PageLink>
  )
  return (
    <li className={classes.row} data-finding={id} data-open={(isOpen && mayDecide) || undefined} tabIndex={-1}>
      {isOpen && mayDecide && (
        <RowCheckbox label={`Select ${name}`} checked={selected} onChange={(event) => onSelect(event.currentTarget.checked)} />
      )}
      <Icon name={fieldIcon(finding)} className="quiet" />
      <Place finding={finding} />
      <div className={classes.what}>
        <p className={classes.change}>
          <b className="medium outside">{fieldLabel(finding)}</b>{' '}
          <ShownChange before={valueInWords(finding, before, catalogue)} after={valueInWords(finding, after, catalogue)} isLong={false} />
        </p>
        {(note !== '' || versions) && (
          <p className="help outside">
            {note} {versions}
          </p>
        )}
      </div>
      <p className={`help ${classes.when}`}>
        {decided && !isOpen ? (
          <>
            {state === 'accepted' ? 'Accepted' : 'Put back'} by {decided.by}
            <span className="num block">{timeInWords(decided.at, now)}</span>
          </>
        ) : (
          <>
            From outside <span className="num block">{windowInWords(finding, now)}</span>
          </>
        )}
      </p>
      {isOpen && mayDecide && <Actions finding={finding} name={name} actions={actions} />}
    </li>
  )
}

function Place({ finding }: { finding: DriftFinding }) {
  const { chatId, resource } = finding
  const tab = resource === 'bans' ? 'banned-ips' : resource === 'polls' ? 'polls' : 'settings'
  const path = chatId !== null ? to.chat(chatId, tab) : resource === 'social' ? to.social() : to.account()
  return (
    <PageLink to={path} className={`name-link medium outside ${classes.place}`}>
      {placeName(finding)}
    </PageLink>
  )
}

function Actions({ finding, name, actions }: { finding: DriftFinding; name: string; actions: DriftActions }) {
  const { accept, putBack, ignore, isBusy } = actions
  const { chatId } = finding
  return (
    <div className={classes.actions}>
      {finding.canPutBack && (
        <Button
          size="xs"
          leftSection={<Icon name="undo" size={14} />}
          aria-label={`Put back: ${name}`}
          disabled={isBusy}
          onClick={() => putBack.mutate({ findings: [finding] })}
        >
          Put back
        </Button>
      )}
      <Button size="xs" aria-label={`Accept: ${name}`} disabled={isBusy} onClick={() => accept.mutate([finding])}>
        Accept
      </Button>
      <ActionMenu
        button={
          <PlainIconButton aria-label={`More for ${name}`} data-more>
            <Icon name="more" />
          </PlainIconButton>
        }
        position="bottom-end"
        items={() => (
          <>
            {chatId !== null && (
              <Menu.Item onClick={() => ignore.mutate({ finding, scope: 'chat' })}>Ignore changes to this in this chat</Menu.Item>
            )}
            <Menu.Item onClick={() => ignore.mutate({ finding, scope: 'all' })}>
              {chatId === null ? 'Ignore changes to this' : 'Ignore changes to this in all chats'}
            </Menu.Item>
          </>
        )}
      />
    </div>
  )
}
