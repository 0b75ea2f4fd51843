import { TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import type { RuleCondition } from '#contract/rules/rule.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useWordLists } from '../queries.ts'
import classes from './edit.module.css'
import { positionInWords, useExpressionFault } from './expression-fault.ts'
import { LinesBox, NumberBox, Problems, SecondsBox } from './form-parts.tsx'
import type { TypedCondition, TypedNumber } from './rule-fields.ts'

interface BoxProps<V> {
  label: string
  value: V
  onChange: (value: V) => void
  disabled: boolean
  /** Why the condition cannot be saved; undefined: it is valid, or the problem is not shown yet. */
  problem: string | undefined
}

/** What the boxes of a condition edit. */
interface BoxValues {
  number: TypedNumber
  seconds: TypedNumber
  lines: string[]
  domains: string[]
  /** Keys of shared word lists. */
  lists: string[]
  expression: string
}

const boxes: { [Box in keyof BoxValues]: ComponentType<BoxProps<BoxValues[Box]>> } = {
  number: ({ problem, ...props }) => <NumberBox {...props} isWrong={problem !== undefined} />,
  seconds: SecondsBox,
  lines: LinesBox,
  domains: (props) => <LinesBox {...props} placeholder="example.com, one per line" tidy={asDomain} />,
  lists: WordListsBox,
  expression: ExpressionBox,
}

type Kind = RuleCondition['kind']
type ConditionOf<K extends Kind> = Extract<TypedCondition, { kind: K }>

interface Box<B extends keyof BoxValues, Name> {
  box: B
  name: Name
  label: string
}
const box = <B extends keyof BoxValues, Name extends string>(kind: B, name: Name, label: string): Box<B, Name> => ({
  box: kind,
  name,
  label,
})

/** The boxes that fit a part of a condition. */
type BoxesOf<C> = {
  [Name in keyof C]: { [B in keyof BoxValues]: C[Name] extends BoxValues[B] ? Box<B, Name> : never }[keyof BoxValues]
}[keyof C]

interface ConditionRow<C> {
  /** In the menu. */
  label: string
  /** Its initial values. */
  begin: C
  /** Texts and boxes, beside each other. */
  sentence: (string | ((condition: C) => string) | BoxesOf<C>)[]
}

const [characters, within] = [box('number', 'than', 'Characters'), box('seconds', 'seconds', 'Time')]
const moreThan = box('number', 'moreThan', 'Messages')

export const conditionRows: { [K in Kind]: ConditionRow<ConditionOf<K>> } = {
  words: {
    label: 'Words',
    begin: { kind: 'words', words: [], lists: [] },
    sentence: ['Words', box('lines', 'words', 'Words'), box('lists', 'lists', 'Add a shared word list')],
  },
  expression: {
    label: 'Regular expression',
    begin: { kind: 'expression', pattern: '' },
    sentence: ['Expression', box('expression', 'pattern', 'Regular expression')],
  },
  linkOutside: {
    label: 'Link outside domains',
    begin: { kind: 'linkOutside', allowed: [] },
    sentence: [
      ({ allowed }) => (allowed.length === 0 ? 'Any link; allowed domains' : 'Link outside'),
      box('domains', 'allowed', 'Allowed domains'),
    ],
  },
  linkTo: { label: 'Link to domains', begin: { kind: 'linkTo', domains: [] }, sentence: ['Link to', box('domains', 'domains', 'Domains')] },
  longer: { label: 'Longer than', begin: { kind: 'longer', than: 200 }, sentence: ['Longer than', characters, 'characters'] },
  shorter: { label: 'Shorter than', begin: { kind: 'shorter', than: 10 }, sentence: ['Shorter than', characters, 'characters'] },
  capitals: {
    label: 'Capitals',
    begin: { kind: 'capitals', percent: 80 },
    sentence: ['At least', box('number', 'percent', 'Percent'), '% capitals'],
  },
  authorName: {
    label: 'Author name',
    begin: { kind: 'authorName', words: [] },
    sentence: ['Author name with', box('lines', 'words', 'Words in the name')],
  },
  firstMessage: { label: 'First message of an author', begin: { kind: 'firstMessage' }, sentence: ['First message of an author'] },
  authorRate: {
    label: 'Many messages by one author',
    begin: { kind: 'authorRate', moreThan: 10, seconds: 60 },
    sentence: ['More than', moreThan, 'messages by one author in', within],
  },
  sameText: {
    label: 'Same text by several authors',
    begin: { kind: 'sameText', authors: 4, seconds: 120 },
    sentence: ['Nearly the same text by', box('number', 'authors', 'Authors'), 'authors in', within],
  },
  chatRate: {
    label: 'Many messages in the chat',
    begin: { kind: 'chatRate', moreThan: 60, seconds: 60 },
    sentence: ['More than', moreThan, 'messages in the chat in', within],
  },
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
    <div className={classes.line}>
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
          <span key={listId} className={`${classes.picked} ${list || !reading.isSuccess ? '' : 'warn'}`}>
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
