import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { actOfRule, allowsReach } from '#contract/gateway/reach.ts'
import type { Rules, StoredRule } from '#contract/gateway/rules.ts'
import { refreshGateway, useGatewayAction, gatewayWriter } from '#dashboard/platform/api/gateway-query.ts'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { PageBottom } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { newKey } from '#dashboard/platform/records/records.ts'
import { DraftOffer, SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { useEditedForm, useFields } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { Hint, ReasonNote } from '#dashboard/ui/feedback/notices.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { modKey, useModKey } from '#dashboard/ui/overlay/keys.tsx'
import { useListedKeys } from '#dashboard/ui/overlay/listed-keys.ts'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { PageTabs } from '#dashboard/ui/page/PageTabs.tsx'
import { useMedia } from '#dashboard/ui/page/use-media.ts'
import { useBacktest } from '../backtest/use-backtest.ts'
import { useNamesInRule } from '../queries.ts'
import { startingInWords } from '../rule-in-words.ts'
import { BottomBar } from './BottomBar.tsx'
import classes from './edit.module.css'
import { expressionProblem } from './expression-fault.ts'
import { fieldsOfRule, ruleFieldNames, type RuleFields, ruleOfFields, ruleTexts } from './rule-fields.ts'
import { heldRule, ruleResolver, ruleTarget } from './rule-record.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHead, Stepper } from './RuleHead.tsx'

const BacktestPanel = lazyPart(async () => (await import('../backtest/BacktestPanel.tsx')).BacktestPanel)
const GoLiveDialog = lazyPart(async () => (await import('./RuleDialogs.tsx')).GoLiveDialog)
const VersionsDrawer = lazyPart(async () => (await import('./RuleDialogs.tsx')).VersionsDrawer)

const keys = [{ key: `${modKey} S`, label: 'Save the draft' }]
const noKeys: typeof keys = []

interface RuleEditorProps {
  /** null: a new rule. */
  stored: StoredRule | null
  /** The initial content of a new rule; ignored for a stored one. */
  start: Rule
  /** The name of the draft in this browser. */
  draft: `rule-${string}`
  all: Rules
  chats: Chat[]
  /** Why the person may not write it; null: they may. */
  problem: string | null
  /** A new rule was saved. */
  onCreated?: () => void
}

/** Edits a rule, with its backtest beside it. */
export function RuleEditor({ stored, start: initial, draft, all, chats, problem, onCreated }: RuleEditorProps) {
  const mayWrite = problem === null
  const person = usePerson()
  const labels = useReadLabels()
  const names = useNamesInRule()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const isWide = useMedia('(min-width: 68.75em)')
  const [start] = useState(initial)
  const [newId] = useState(() => newKey())
  const ruleId = stored?.id ?? newId
  const isNew = stored === null
  const [days, setDays] = useState(7)
  const [opened, setOpened] = useState<'versions' | 'live' | null>(null)
  const [isNaming, setNaming] = useState(isNew)
  const edits = useEditedForm<RuleFields, RuleFields>({
    draftName: draftName(draft),
    names: ruleFieldNames,
    held: useMemo(() => heldRule(stored, start), [stored, start]),
    resolver: ruleResolver,
    mode: 'onTouched',
    offersDraft: true,
  })
  const { values, problems, set, ...fields } = useFields(edits)
  const edited = fields.edited.length
  const saving = useSaving({
    edits,
    what: 'Rule',
    savedMessage: 'Draft saved',
    writes: gatewayWriter('ruleSave'),
    target: () => ruleTarget({ ruleId, start, isNew }),
    onSaved: async () => {
      await refreshGateway('rulesRead', 'ruleVersionList')
      if (!isNew) return
      onCreated?.()
      await navigate(to.rule(ruleId), { replace: true })
    },
    onProblem: (name) => {
      if (name === 'name' || name === 'description') setNaming(true)
      else document.getElementById(`rule-${name}`)?.scrollIntoView({ block: 'center' })
    },
  })
  // A new rule can be saved without edits, with all of its initial content.
  const save = () => (isNew ? saving.save(ruleFieldNames) : saving.save())
  useListedKeys(mayWrite ? keys : noKeys)
  useModKey('s', () => isNew && edited === 0 && save())

  const changing = useGatewayAction(
    'ruleSetState',
    async (send, state: 'shadow' | 'live') => {
      if (!stored) return
      await send('ruleSetState', { params: { ruleId: stored.id }, body: { state, version: stored.version } })
      toast(state === 'live' ? `${stored.rule.name} is live` : `${stored.rule.name} runs in shadow`)
    },
    { isBare: true, onError: () => void refreshGateway('rulesRead') },
  )
  const setState = (state: 'shadow' | 'live') => changing.mutate(state, { onSuccess: () => void refreshGateway('rulesRead') })

  const rule = ruleOfFields(values)
  const expressions = useQuery({
    queryKey: ['expressions', values.groups],
    queryFn: () => expressionProblem(values),
    staleTime: Infinity,
    gcTime: 60_000,
  })
  // The server refuses a rule whose expression does not compile.
  const mayTest = mayWrite && (rule === null || allowsReach(person, actOfRule(rule)))
  const backtest = useBacktest({ rule: expressions.data === null ? rule : null, stored, days, isAllowed: mayTest })

  const restore = (version: Rule) => {
    for (const [name, value] of Object.entries(fieldsOfRule(version))) set(name as keyof RuleFields, value)
    setOpened(null)
  }
  const goLive = () => (stored?.backtest && stored.backtest.kept > 0 ? setOpened('live') : setState('live'))

  const here = isNew ? to.newRule() : to.rule(ruleId)
  const tabPath = (tab: string) =>
    `${here}?${new URLSearchParams([...[...query].filter(([name]) => name !== 'tab'), ['tab', tab]]).toString()}`
  const tab = query.get('tab') === 'backtest' ? 'backtest' : 'rule'
  const nameOf = (chatId: number) => chatTitle(chats.find(({ id }) => id === chatId) ?? { id: chatId, name: '' })
  const texts = ruleTexts(names, nameOf)
  return (
    <>
      <RuleHead
        name={values.name}
        stored={stored}
        {...(mayWrite && { onRename: () => setNaming(!isNaming) })}
        onHistory={() => setOpened('versions')}
      />
      <Stepper stored={stored} />
      {problem !== null && <ReasonNote>{problem}</ReasonNote>}
      {stored?.starting && <Hint>{startingInWords(stored.starting)}</Hint>}
      {!isWide && (
        <div className={classes.tabs}>
          <PageTabs
            label="Rule and backtest"
            current={tabPath(tab)}
            tabs={[
              { path: tabPath('rule'), label: 'Rule' },
              { path: tabPath('backtest'), label: 'Backtest', note: backtest.result ? count(backtest.result.matched) : undefined },
            ]}
          />
        </div>
      )}
      <div className={classes.columns} data-single={!isWide || undefined}>
        {(isWide || tab === 'rule') && <RuleForm {...{ values, problems, mayWrite, set, chats, labels, isNaming }} />}
        <Suspense fallback={<div />}>
          {(isWide || tab === 'backtest') && (
            <BacktestPanel
              backtest={backtest}
              days={days}
              onDays={setDays}
              perMinute={rule?.brakes.perMinute ?? null}
              isValid={rule !== null && (expressions.data ?? null) === null}
              mayRun={mayTest}
            />
          )}
        </Suspense>
      </div>
      <PageBottom>
        {mayWrite && (
          <>
            <DraftOffer draft={edits.draft} />
            <BottomBar
              worker={all.worker}
              onSave={save}
              isChanging={changing.isPending}
              onState={(state) => (state === 'live' ? goLive() : setState(state))}
              {...{ stored, saving, edited, backtest }}
            />
          </>
        )}
      </PageBottom>
      <SaveDialogs saving={saving} texts={texts} />
      <Suspense fallback={<OverlayFallback />}>
        {opened === 'live' && stored?.backtest && (
          <GoLiveDialog
            summary={stored.backtest}
            result={backtest.isCurrent ? backtest.result : null}
            onGoLive={() => {
              setOpened(null)
              setState('live')
            }}
            onClose={() => setOpened(null)}
          />
        )}
        {opened === 'versions' && stored && (
          <VersionsDrawer
            stored={stored}
            texts={texts}
            {...(mayWrite && edited === 0 && { onRestore: restore })}
            isEdited={edited > 0}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
