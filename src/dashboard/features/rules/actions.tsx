import type { StoredRule } from '#contract/workspace/rules.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { changeWorkspace, refreshWorkspace } from '#dashboard/platform/api/workspace-query.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'

/** Deletes a rule after a confirmation. */
export function removeRule({ id, rule, state }: StoredRule, onDeleted: () => void = () => {}): void {
  confirm({
    title: `Delete ${rule.name}?`,
    body: (
      <>
        <p>It is deleted for everyone in this account, with its versions and backtests.</p>
        {state === 'live' && <p>It is live. Messages that it holds are spared.</p>}
      </>
    ),
    confirmLabel: 'Delete',
    danger: true,
    run: async () => {
      await changeWorkspace('ruleDelete', { params: { ruleId: id } })
      onDeleted()
      await refreshWorkspace('rulesRead')
      toast(`${rule.name} was deleted`)
    },
  })
}

/** Stops a rule: its state is draft again. */
export function stopRule({ id, rule, version }: StoredRule): void {
  changeWorkspace('ruleSetState', { params: { ruleId: id }, body: { state: 'draft', version } }).then(
    async () => {
      await refreshWorkspace('rulesRead')
      toast(`${rule.name} was stopped`)
    },
    (error: unknown) => {
      void refreshWorkspace('rulesRead')
      toastError(`${rule.name} was not stopped`, error)
    },
  )
}
