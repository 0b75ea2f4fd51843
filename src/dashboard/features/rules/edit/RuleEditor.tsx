import { Suspense, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { Chat } from '#contract/chats.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { Rules, StoredRule } from '#contract/workspace/rules.ts'
import { refreshWorkspace, useWorkspaceAction, workspaceWriter } from '#dashboard/platform/api/workspace-query.ts'
import { chatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { useReadLabels } from '#dashboard/platform/chats/read-labels.ts'
import { JobsSlot } from '#dashboard/platform/jobs/JobsSlot.tsx'
import { newKey } from '#dashboard/platform/records/records.ts'
import { DraftOffer } from '#dashboard/platform/saving/DraftOffer.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { SaveDialogs } from '#dashboard/platform/saving/SaveDialogs.tsx'
import { useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { OverlayFallback } from '#dashboard/ui/overlay/OverlayFallback.tsx'
import { useSaveKey } from '#dashboard/ui/overlay/keys.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'
import { useNamesInRule } from '../queries.ts'
import { BottomBar } from './BottomBar.tsx'
import classes from './RuleEditor.module.css'
import { fieldsOfRule, ruleFieldNames, type RuleFields } from './rule-fields.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHead } from './RuleHead.tsx'
import { heldRule, ruleResolver, ruleTarget } from './rule-record.ts'
import { ruleTexts } from './rule-texts.ts'
import { Stepper } from './Stepper.tsx'

const VersionsDrawer = lazyPart(async () => (await import('./VersionsDrawer.tsx')).VersionsDrawer)

interface RuleEditorProps {
  /** null: a new rule. */
  stored: StoredRule | null
  /** What a new rule begins with; of a stored one any rule. */
  start: Rule
  /** Names the draft in this browser. */
  draft: string
  all: Rules
  chats: Chat[]
  /** Whether the person may write it. */
  mayWrite: boolean
}

/** A rule with its edits, and what it would have done. */
export function RuleEditor({ stored, start, draft, all, chats, mayWrite }: RuleEditorProps) {
  useReadLabels()
  const labels = chatLabels.use()
  const names = useNamesInRule()
  const navigate = useNavigate()
  const [newId] = useState(() => newKey())
  const ruleId = stored?.id ?? newId
  const isNew = stored === null
  const [opened, setOpened] = useState<'versions' | null>(null)
  const [isNaming, setNaming] = useState(isNew)
  const edits = useEditedForm<RuleFields, RuleFields>({
    draftName: draftName(draft),
    names: ruleFieldNames,
    held: useMemo(() => heldRule(stored, start), [stored, start]),
    resolver: ruleResolver,
    mode: 'onTouched',
    offersDraft: true,
  })
  const { form, base } = edits
  const values: RuleFields = { ...base, ...useWatch({ control: form.control }) }
  const edited = ruleFieldNames.filter((name) => values[name] !== base[name]).length
  const saving = useSaving({
    edits,
    what: 'Rule',
    savedMessage: 'Draft saved',
    writes: workspaceWriter('ruleSave'),
    target: () => ruleTarget({ ruleId, start, isNew }),
    onSaved: async () => {
      await refreshWorkspace('rulesRead', 'ruleVersionList')
      if (isNew) await navigate(to.rule(ruleId), { replace: true })
    },
    onProblem: (name) => {
      if (name === 'name' || name === 'description') setNaming(true)
      else document.getElementById(`rule-${name}`)?.scrollIntoView({ block: 'center' })
    },
  })
  // What a new rule begins with is saved as it is, too.
  const save = () => (isNew ? saving.save([...ruleFieldNames]) : saving.save())
  useSaveKey(() => isNew && edited === 0 && save())

  const changing = useWorkspaceAction(
    'ruleSetState',
    async (send, state: 'shadow' | 'live') => {
      if (!stored) return
      await send('ruleSetState', { params: { ruleId: stored.id }, body: { state, version: stored.version } })
      toast(state === 'live' ? `${stored.rule.name} is live` : `${stored.rule.name} runs in shadow`)
    },
    { isBare: true, onError: () => void refreshWorkspace('rulesRead') },
  )
  const setState = (state: 'shadow' | 'live') => changing.mutate(state, { onSuccess: () => void refreshWorkspace('rulesRead') })

  const set = <Name extends keyof RuleFields>(name: Name, value: RuleFields[Name]) =>
    // The form's own types cannot resolve a field that is a type parameter.
    form.setValue(name as 'name', value as string, { shouldDirty: true, shouldValidate: form.getFieldState(name).invalid })
  const { errors } = form.formState
  const problems = Object.fromEntries(ruleFieldNames.map((name) => [name, errors[name]?.message])) as Partial<
    Record<keyof RuleFields, string>
  >
  const restore = (version: Rule) => {
    const fields = fieldsOfRule(version)
    for (const name of ruleFieldNames) if (fields[name] !== values[name]) set(name, fields[name])
    setOpened(null)
  }

  const nameOf = (chatId: number) => chats.find(({ id }) => id === chatId)?.name ?? `Chat ${chatId}`
  const texts = ruleTexts(names, nameOf, base)
  return (
    <>
      <RuleHead
        name={values.name}
        stored={stored}
        {...(mayWrite && { onRename: () => setNaming(!isNaming) })}
        onHistory={() => setOpened('versions')}
      />
      <Stepper stored={stored} />
      <div className={classes.columns} data-single>
        <RuleForm {...{ values, problems, mayWrite, set, chats, labels, isNaming }} />
      </div>
      <div className={classes.bottom} data-bulk-bar data-holds-jobs>
        <JobsSlot at="phone" />
        {mayWrite && (
          <>
            <DraftOffer draft={edits.draft} />
            <BottomBar
              worker={all.worker}
              onSave={save}
              isChanging={changing.isPending}
              onState={setState}
              backtest={{ isRunning: false, failed: null }}
              {...{ stored, saving, edited }}
            />
          </>
        )}
      </div>
      <SaveDialogs saving={saving} texts={texts} />
      <Suspense fallback={<OverlayFallback />}>
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
