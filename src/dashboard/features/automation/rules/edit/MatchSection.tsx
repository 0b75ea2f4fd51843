import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Menu, NativeSelect, TextInput } from '@mantine/core'
import { maxRuleConditions, maxRuleGroups, type RuleGroup } from '#contract/rules/rule.ts'
import { ActionMenu } from '#dashboard/ui/overlay/ActionMenu.tsx'
import { type Box, type BoxValues, conditionRows, type TypedCondition } from '../conditions.ts'
import classes from './edit.module.css'
import { LinesBox, NumberBox, Problems, type RulePartProps, SecondsBox, Section } from './form-parts.tsx'
import { issuesOf, type TypedGroup } from './rule-fields.ts'
import type { ComponentType } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useWordLists } from '../queries.ts'
import { positionInWords, useExpressionFault } from './expression-fault.ts'

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

interface BoxProps<V> {
  label: string
  value: V
  onChange: (value: V) => void
  disabled: boolean
  /** Why the condition cannot be saved; undefined: it is valid, or the problem is not shown yet. */
  problem: string | undefined
}

const boxes: { [Box in keyof BoxValues]: ComponentType<BoxProps<BoxValues[Box]>> } = {
  number: ({ problem, ...props }) => <NumberBox {...props} isWrong={problem !== undefined} />,
  seconds: SecondsBox,
  lines: LinesBox,
  domains: (props) => <LinesBox {...props} placeholder="example.com, one per line" tidy={asDomain} />,
  lists: WordListsBox,
  expression: ExpressionBox,
}

interface ConditionProps extends Pick<BoxProps<unknown>, 'disabled' | 'problem'> {
  condition: TypedCondition
  onChange: (condition: TypedCondition) => void
}

/** A condition as a sentence with boxes in it. */
export function Condition({ condition, onChange, disabled, problem }: ConditionProps) {
  const sentence: readonly (string | ((condition: never) => string) | Box<keyof BoxValues, string>)[] =
    conditionRows[condition.kind].sentence
  // The row is that of the condition, which has a value of the right type for each of its boxes.
  const values = condition as unknown as Record<string, unknown>
  return (
    <div className="row wrap small">
      {sentence.map((part) => {
        if (typeof part === 'string') return <span key={part}>{part}</span>
        if (typeof part === 'function') return <span key="said">{part(condition as never)}</span>
        const { name, label } = part
        const OfPart = boxes[part.box] as ComponentType<BoxProps<unknown>>
        const change = (value: unknown) => onChange({ ...values, [name]: value } as unknown as TypedCondition)
        return <OfPart key={`box ${name}`} {...{ label, disabled, problem }} value={values[name]} onChange={change} />
      })}
      {condition.kind !== 'expression' && <Problems of={[problem]} isWide />}
    </div>
  )
}

/** Reduces a typed address to its domain: "https://www.Example.com/page" to www.example.com. */
const asDomain = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/, 1)
    .join('')

function ExpressionBox({ label, value, onChange, disabled, problem }: BoxProps<string>) {
  const fault = useExpressionFault(value)
  const isFaulty = fault !== null && fault !== undefined && value.trim() !== ''
  return (
    <>
      <TextInput
        className="grow"
        size="xs"
        aria-label={label}
        spellCheck={false}
        autoComplete="off"
        disabled={disabled}
        value={value}
        error={fieldError(isFaulty ? `${fault.message} (${positionInWords(fault)})` : problem)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isFaulty && (
        <p className={`code small full outside ${classes.faulty}`} aria-hidden>
          {value.slice(0, fault.from)}
          <mark>{value.slice(fault.from, Math.max(fault.to, fault.from + 1)) || ' '}</mark>
          {value.slice(Math.max(fault.to, fault.from + 1))}
        </p>
      )}
    </>
  )
}

/** The shared word lists of a condition. A deleted list is shown as such, and can be removed. */
function WordListsBox({ label, value: chosen, onChange, disabled }: BoxProps<string[]>) {
  const { lists, reading } = useWordLists()
  const others = lists.filter(({ key }) => !chosen.includes(key))
  return (
    <>
      {chosen.map((listId) => {
        const list = lists.find(({ key }) => key === listId)
        const name = list?.value.name ?? (reading.isSuccess ? 'Deleted list' : '…')
        return (
          <span key={listId} className={`tag tag-quiet outside ${classes.picked} ${list || !reading.isSuccess ? '' : 'warn'}`}>
            {name} {list && <span className="num quiet">{count(list.value.words.length)}</span>}
            {!disabled && (
              <button
                type="button"
                className="mini-button lit"
                aria-label={`Remove the list ${name}`}
                onClick={() => onChange(chosen.filter((other) => other !== listId))}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </span>
        )
      })}
      {!disabled && others.length > 0 && (
        <SearchSelect
          size="xs"
          aria-label={label}
          placeholder="Add a shared list"
          nothingFound="No such list"
          data={others.map(({ key, value }) => ({ value: key, label: `${value.name}, ${count(value.words.length)}` }))}
          value={null}
          onChange={(listId) => onChange([...chosen, listId])}
        />
      )}
    </>
  )
}
