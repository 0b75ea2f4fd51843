import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { isSettingName } from '#contract/settings-derive.ts'
import { driftSeverities, driftSeverityNames, type DriftFinding, type DriftSeverity } from '#contract/gateway/drift.ts'
import { valueKind, type ChangeRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable, type ChangeGroup, type RowKey } from '#dashboard/platform/changes/ChangeTable.tsx'
import { focusedChange, leaving } from '#dashboard/platform/changes/focus-change.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { fieldLabel, noteOf, placeName, valueInWords, windowInWords } from './finding-words.ts'
import type { DriftScreen } from './use-drift.ts'
import { whenText } from '#dashboard/ui/format/time.tsx'

const icons: Record<DriftSeverity, { icon: IconName; className: string }> = {
  severe: { icon: 'error', className: 'bad' },
  notable: { icon: 'warning', className: 'warn' },
  minor: { icon: 'info', className: 'quiet' },
}

interface FindingRow extends ChangeRow {
  finding: DriftFinding
}

/** Changes from outside by how severe they are: where, what and when, and what can be done. */
export function Findings({ screen }: { screen: DriftScreen }) {
  const { shown, selection, actions, mayDecide, catalogue, now, ask } = screen
  const { accept, putBack, isBusy } = actions
  const groups = driftSeverityNames.flatMap((severity): ChangeGroup<FindingRow>[] => {
    const own = shown.filter((finding) => finding.severity === severity)
    if (own.length === 0) return []
    const { label, about } = driftSeverities[severity]
    const reversible = own.filter(({ canPutBack }) => canPutBack)
    const open = own.filter(({ state }) => state === 'open')
    const all = (words: string, run: () => void) => (
      <button key={words} type="button" className="link" disabled={isBusy} onClick={run}>
        {words}
      </button>
    )
    const acts = [
      reversible.length > 1 && all(plural(reversible.length, 'Put back', 'Put back all {count}…'), () => ask(reversible)),
      severity === 'minor' &&
        open.length > 1 &&
        all(open.length === 2 ? 'Accept both' : plural(open.length, 'Accept', 'Accept all {count}'), () => accept.mutate(open)),
    ].filter((one) => one !== false)
    const head = { ...icons[severity], title: label, note: `${count(own.length)}, ${about}` }
    const rows = own.map((finding) => rowOf(finding, catalogue, now))
    return [{ key: severity, head: { ...head, ...(mayDecide && acts.length > 0 && { actions: acts }) }, rows }]
  })
  const decide = (run: () => void, may = true) => {
    if (!mayDecide || isBusy || !may) return false
    run()
    return true
  }
  const keys: RowKey<FindingRow>[] = [
    { letter: 'p', label: 'Put back', run: ({ finding }) => decide(() => putBack.mutate({ findings: [finding] }), finding.canPutBack) },
    { letter: 'a', label: 'Accept', run: ({ finding }) => decide(() => accept.mutate([finding])) },
    {
      letter: 'i',
      label: 'Ignore…',
      run: () => {
        focusedChange()?.element.querySelector<HTMLElement>('[data-more]')?.click()
        return false
      },
    },
  ]
  return (
    <ChangeTable<FindingRow>
      label="Outside changes"
      groups={groups}
      columns={{ place: 'Where', label: 'What', before: 'Before', after: 'Now', state: 'When', actions: 216 }}
      pathOf={({ finding }) => pathOf(finding)}
      action={({ finding }) => mayDecide && finding.state === 'open' && <Actions finding={finding} actions={actions} />}
      aboutOf={({ finding }) => aboutOf(finding)}
      keys={mayDecide ? keys : []}
      {...(mayDecide && {
        choice: {
          label: ({ finding }) => `Select ${nameOf(finding)}`,
          canChoose: ({ finding }) => finding.state === 'open',
          isChosen: ({ finding }) => selection.ids.has(finding.id),
          onChoose: ({ finding }, isChosen) => selection.set([finding.id], isChosen),
        },
      })}
    />
  )
}

const nameOf = (finding: DriftFinding) => `${fieldLabel(finding)}, ${placeName(finding)}`

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

function aboutOf(finding: DriftFinding): ReactNode {
  const { resource, times, chatId } = finding
  const note = noteOf(finding)
  const versions = resource === 'settings' && times > 1 && chatId !== null && (
    <PageLink to={to.compareMoments(chatId)} className="link">
      Compare {count(times + 1)} versions
    </PageLink>
  )
  return (
    (note !== '' || versions) && (
      <>
        {note} {versions}
      </>
    )
  )
}

function pathOf({ chatId, resource }: DriftFinding): string {
  const tab = resource === 'bans' ? 'banned-ips' : resource === 'polls' ? 'polls' : 'settings'
  return chatId !== null ? to.chat(chatId, tab) : resource === 'social' ? to.social() : to.account()
}

function Actions({ finding, actions: { accept, putBack, ignore, isBusy } }: { finding: DriftFinding; actions: DriftScreen['actions'] }) {
  const { chatId } = finding
  const name = nameOf(finding)
  return (
    <>
      {finding.canPutBack && (
        <Button
          size="xs"
          icon="undo"
          aria-label={`Put back: ${name}`}
          disabled={isBusy}
          onClick={leaving(() => putBack.mutate({ findings: [finding] }))}
        >
          Put back
        </Button>
      )}
      <Button size="xs" aria-label={`Accept: ${name}`} disabled={isBusy} onClick={leaving(() => accept.mutate([finding]))}>
        Accept
      </Button>
      <ActionMenu
        button={<IconButton icon="more" aria-label={`More for ${name}`} data-more />}
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
    </>
  )
}
