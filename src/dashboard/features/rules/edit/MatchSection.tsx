import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu, NativeSelect } from '@mantine/core'
import { maxRuleConditions, maxRuleGroups, type RuleGroup } from '#contract/rules/rule.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { conditionRows } from '../conditions.ts'
import { Condition } from './Condition.tsx'
import classes from './edit.module.css'
import { Problems, type RulePartProps, Section } from './form-parts.tsx'
import { issuesOf, type TypedCondition, type TypedGroup } from './rule-fields.ts'

const kinds = Object.keys(conditionRows) as TypedCondition['kind'][]
const matches: Record<RuleGroup['match'], string> = { all: 'All of', any: 'Any of', none: 'None of' }

/** The conditions, in groups. A message matches if all groups do. */
export function MatchSection({ values, problems, mayWrite, set }: RulePartProps) {
  const { groups } = values
  const issues = problems.groups === undefined ? [] : issuesOf(values).filter(({ field }) => field === 'groups')
  const problemAt = (...path: PropertyKey[]) =>
    issues.find((issue) => issue.path.length >= path.length && path.every((part, index) => issue.path[index] === part))?.message
  const ownProblem = (...path: PropertyKey[]) => issues.find((issue) => issue.path.join('.') === path.join('.'))?.message
  const change = (next: TypedGroup[]) => set('groups', next)
  const changeGroup = (position: number, group: TypedGroup) => change(groups.with(position, group))
  const removeCondition = (position: number, condition: number) => {
    const group = groups[position]!
    const reduced = { ...group, conditions: group.conditions.filter((_, index) => index !== condition) }
    // The last group stays, even without conditions.
    const isRemoved = reduced.conditions.length === 0 && groups.length > 1
    change(isRemoved ? groups.filter((_, index) => index !== position) : groups.with(position, reduced))
  }
  return (
    <Section title="Match" problems={[ownProblem()]}>
      {groups.map((group, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups are identified by their position
        <div key={position} role="group" aria-label={`Group ${position + 1}`} className={`box ${classes.group}`}>
          <NativeSelect
            size="xs"
            aria-label={`Group ${position + 1} matches`}
            disabled={!mayWrite}
            value={group.match}
            data={Object.entries(matches).map(([value, label]) => ({ value, label }))}
            // The values are those of `matches`.
            onChange={(event) => changeGroup(position, { ...group, match: event.currentTarget.value as RuleGroup['match'] })}
          />
          <div className="stack gap-6">
            <ul className="stack gap-6">
              {group.conditions.map((condition, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- conditions are identified by their position
                <li key={`${index} ${condition.kind}`} className={classes.condition}>
                  <Condition
                    condition={condition}
                    disabled={!mayWrite}
                    problem={problemAt(position, 'conditions', index)}
                    onChange={(next) => changeGroup(position, { ...group, conditions: group.conditions.with(index, next) })}
                  />
                  {mayWrite && (
                    <IconButton
                      icon="x"
                      size="xs"
                      aria-label={`Remove “${conditionRows[condition.kind].label}” from group ${position + 1}`}
                      onClick={() => removeCondition(position, index)}
                    />
                  )}
                </li>
              ))}
            </ul>
            <Problems of={[ownProblem(position), ownProblem(position, 'conditions')]} />
            {mayWrite && group.conditions.length < maxRuleConditions && (
              <AddCondition group={group} onAdd={(next) => changeGroup(position, next)} />
            )}
          </div>
        </div>
      ))}
      {mayWrite && groups.length < maxRuleGroups && (
        <div>
          <Button size="xs" variant="subtle" tone="quiet" icon="plus" onClick={() => change([...groups, { match: 'any', conditions: [] }])}>
            Group
          </Button>
        </div>
      )}
    </Section>
  )
}

function AddCondition({ group, onAdd }: { group: TypedGroup; onAdd: (group: TypedGroup) => void }) {
  return (
    <div>
      <ActionMenu
        button={
          <Button size="xs" variant="subtle" tone="quiet" icon="plus">
            Condition
          </Button>
        }
        items={() => (
          <>
            {kinds
              .filter((kind) => group.match !== 'none' || !countsMessages(kind))
              .map((kind) => (
                <Menu.Item key={kind} onClick={() => onAdd({ ...group, conditions: [...group.conditions, conditionRows[kind].begin] })}>
                  {conditionRows[kind].label}
                </Menu.Item>
              ))}
          </>
        )}
      />
    </div>
  )
}

/** Conditions that count messages are not allowed under “none of”: later messages would change the result. */
const countsMessages = (kind: TypedCondition['kind']): boolean => 'seconds' in conditionRows[kind].begin
