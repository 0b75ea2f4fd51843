import { ActionIcon, Menu } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import type { StoredRule } from '#contract/workspace/rules.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { MenuAction } from '#dashboard/ui/overlay/MenuAction.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { removeRule, stopRule } from '../actions.tsx'
import { ruleProblem } from '../rule-problem.ts'
import { exportRules } from '../import/export-rules.ts'
import type { WordListEntry } from '../queries.ts'

interface RuleMenuProps {
  stored: StoredRule
  lists: readonly WordListEntry[]
  onDeleted?: () => void
  /** Additional items. */
  children?: React.ReactNode
}

/** The actions for a rule. */
export function RuleMenu({ stored, lists, onDeleted, children }: RuleMenuProps) {
  const { id, rule, state } = stored
  const navigate = useNavigate()
  const mayCreate = useMay()('rules.write')
  const problem = ruleProblem(usePerson(), stored)
  return (
    <ActionMenu
      button={
        <ActionIcon aria-label={`Actions for ${rule.name}`}>
          <Icon name="more" />
        </ActionIcon>
      }
      position="bottom-end"
      items={() => (
        <>
          {children}
          {mayCreate && (
            <Menu.Item leftSection={<Icon name="copy" size={14} />} onClick={() => void navigate(to.newRule({ from: id }))}>
              Duplicate
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="download" size={14} />} onClick={() => exportRules([rule], lists)}>
            Export
          </Menu.Item>
          {mayCreate && state !== 'draft' && (
            <MenuAction icon="stop" reason={problem} onClick={() => stopRule(stored)}>
              Stop
            </MenuAction>
          )}
          {mayCreate && (
            <MenuAction icon="trash" isDanger reason={problem} onClick={() => removeRule(stored, onDeleted)}>
              Delete…
            </MenuAction>
          )}
        </>
      )}
    />
  )
}
