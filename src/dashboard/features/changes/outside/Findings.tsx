import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { driftSeverities, driftSeverityNames, type DriftFinding, type DriftSeverity } from '#contract/gateway/drift.ts'
import { ChangeTable, type ChangeGroup, type RowKey } from '#dashboard/platform/changes/ChangeTable.tsx'
import { focusedChange, leaving } from '#dashboard/platform/changes/focus-change.ts'
import { to } from '#dashboard/platform/to.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import type { IconName } from '#dashboard/ui/theme/icons.tsx'
import { fieldLabel, noteOf, placeName } from './finding-words.ts'
import { type FindingRow, rowOf } from './finding-row.ts'
import type { Decisions } from './use-drift.ts'

const PutBackAllDialog = lazyPart(async () => (await import('./PutBackDialogs.tsx')).PutBackAllDialog)
const ChangedAgainDialog = lazyPart(async () => (await import('./PutBackDialogs.tsx')).ChangedAgainDialog)

const icons: Record<DriftSeverity, { icon: IconName; className: string }> = {
  severe: { icon: 'error', className: 'bad' },
  notable: { icon: 'warning', className: 'warn' },
  minor: { icon: 'info', className: 'quiet' },
}

/**
 * Outside changes by how severe they are: where, what and when, and what can be done.
 * @param isInOnePlace a few, of one chat: rows name neither the place nor the time, and are decided one by one or all at once
 */
export function Findings({ decisions, isInOnePlace }: { decisions: Decisions; isInOnePlace?: true }) {
  const { shown, selection, actions, mayDecide, catalogue, now, asked, ask, questions, setQuestions } = decisions
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
    <>
      <ChangeTable<FindingRow>
        label="Outside changes"
        groups={groups}
        columns={{
          place: isInOnePlace ? null : 'Where',
          label: 'What',
          before: 'Before',
          after: 'Now',
          state: isInOnePlace ? null : 'When',
          actions: 216,
        }}
        pathOf={({ finding }) => pathOf(finding)}
        action={({ finding }) => mayDecide && finding.state === 'open' && <Actions finding={finding} actions={actions} />}
        aboutOf={({ finding }) => aboutOf(finding)}
        keys={mayDecide ? keys : []}
        isInDetails={isInOnePlace}
        {...(mayDecide &&
          !isInOnePlace && {
            choice: {
              label: ({ finding }) => `Select ${nameOf(finding)}`,
              canChoose: ({ finding }) => finding.state === 'open',
              isChosen: ({ finding }) => selection.ids.has(finding.id),
              onChoose: ({ finding }, isChosen) => selection.set([finding.id], isChosen),
            },
          })}
      />
      <Suspense fallback={<OverlayFallback />}>
        {asked.length > 0 && (
          <PutBackAllDialog
            findings={asked}
            catalogue={catalogue}
            onPutBack={() => putBack.mutate({ findings: asked })}
            onClose={() => ask([])}
          />
        )}
        {questions.length > 0 && (
          <ChangedAgainDialog
            questions={questions}
            catalogue={catalogue}
            onOverwrite={(again) => putBack.mutate({ findings: again, overwrites: true })}
            onClose={() => setQuestions([])}
          />
        )}
      </Suspense>
    </>
  )
}

const nameOf = (finding: DriftFinding) => `${fieldLabel(finding)}, ${placeName(finding)}`

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

function Actions({ finding, actions: { accept, putBack, ignore, isBusy } }: { finding: DriftFinding; actions: Decisions['actions'] }) {
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
