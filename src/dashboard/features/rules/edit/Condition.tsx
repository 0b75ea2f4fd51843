import { TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { type Box, type BoxValues, conditionRows } from '../conditions.ts'
import { useWordLists } from '../queries.ts'
import classes from './edit.module.css'
import { positionInWords, useExpressionFault } from './expression-fault.ts'
import { LinesBox, NumberBox, Problems, SecondsBox } from './form-parts.tsx'
import type { TypedCondition } from './rule-fields.ts'

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
