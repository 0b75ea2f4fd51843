import { IconButton } from '#dashboard/ui/form/Button.tsx'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { exportedRules } from '#engine/exchange/rule-file.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { writeToGateway, refreshGateway } from '#dashboard/platform/api/gateway-query.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { downloadText, inFileName } from '#dashboard/ui/format/download.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuItem } from '#dashboard/ui/overlay/MenuItem.tsx'
import type { WordListEntry } from '../queries.ts'
import { ruleProblem } from '../rule-problem.ts'

interface RuleItemsProps {
  stored: StoredRule
  lists: readonly WordListEntry[]
  onDeleted?: () => void
}

/** The actions for a rule, with a button of their own. @param children additional items */
export const RuleMenu = ({ children, ...props }: RuleItemsProps & { children: ReactNode }) => (
  <ActionMenu
    button={<IconButton icon="more" aria-label={`Actions for ${props.stored.rule.name}`} />}
    items={() => (
      <>
        {children}
        <RuleItems {...props} />
      </>
    )}
  />
)

/** The items of the menu of a rule. */
export function RuleItems({ stored, lists, onDeleted }: RuleItemsProps) {
  const { id, rule, state } = stored
  const navigate = useNavigate()
  const mayCreate = useMay()('rules.write')
  const problem = ruleProblem(usePerson(), stored)
  return (
    <>
      {mayCreate && <MenuItem icon="copy" label="Duplicate" onClick={() => void navigate(to.newRule({ from: id }))} />}
      <MenuItem icon="download" label="Export" onClick={() => exportRule(rule, lists)} />
      {mayCreate && state !== 'draft' && <MenuItem icon="stop" label="Stop" reason={problem} onClick={() => stopRule(stored)} />}
      {mayCreate && <MenuItem icon="trash" label="Delete…" isDanger reason={problem} onClick={() => removeRule(stored, onDeleted)} />}
    </>
  )
}

/** Downloads a rule as a file, with the word lists that it uses. */
function exportRule(rule: Rule, lists: readonly WordListEntry[]): void {
  const byKey = Object.fromEntries(lists.map(({ key, value }) => [key, value]))
  downloadText(`rule-${inFileName(rule.name) || 'unnamed'}.json`, exportedRules([rule], byKey))
}

/** Deletes a rule after a confirmation. */
function removeRule({ id, rule, state }: StoredRule, onDeleted: () => void = () => {}): void {
  confirm({
    title: `Delete ${rule.name}?`,
    body: (
      <>
        <p>It is deleted for everyone in this account, with its versions and backtests.</p>
        {state === 'live' && <p>The rule is live. Pending messages will be kept.</p>}
      </>
    ),
    confirmLabel: 'Delete',
    danger: true,
    run: async () => {
      await writeToGateway('ruleDelete', { params: { ruleId: id } })
      onDeleted()
      await refreshGateway('rulesRead')
      toast(`${rule.name} was deleted`)
    },
  })
}

/** Stops a rule: its state is draft again. */
function stopRule({ id, rule, version }: StoredRule): void {
  writeToGateway('ruleSetState', { params: { ruleId: id }, body: { state: 'draft', version } }).then(
    async () => {
      await refreshGateway('rulesRead')
      toast(`${rule.name} was stopped`)
    },
    (error: unknown) => {
      void refreshGateway('rulesRead')
      toastError(`${rule.name} was not stopped`, error)
    },
  )
}
