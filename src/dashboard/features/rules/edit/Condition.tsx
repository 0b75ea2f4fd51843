import { TextInput } from '@mantine/core'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { useWordLists } from '../queries.ts'
import classes from './edit.module.css'
import { positionInWords, useExpressionFault } from './expression-fault.ts'
import { LinesBox, NumberBox, SecondsBox } from './inputs.tsx'
import type { TypedCondition } from './rule-fields.ts'

interface ConditionProps<C = TypedCondition> {
  condition: C
  onChange: (condition: TypedCondition) => void
  disabled: boolean
  /** Why it cannot be saved; undefined: it is valid, or the problem is not shown yet. */
  problem: string | undefined
}

/** A condition as a sentence with fields in it. */
export function Condition(props: ConditionProps) {
  const { condition, problem } = props
  return (
    <div className={classes.condition}>
      <Fields {...props} />
      {problem !== undefined && condition.kind !== 'expression' && (
        <p className="bad small inline-row full" role="alert">
          {fieldError(problem)}
        </p>
      )}
    </div>
  )
}

function Fields({ condition, onChange, disabled, problem }: ConditionProps) {
  const isWrong = problem !== undefined
  const shared = { disabled, isWrong }
  switch (condition.kind) {
    case 'words':
      return (
        <>
          <span>Words</span>
          <LinesBox label="Words" value={condition.words} disabled={disabled} onChange={(words) => onChange({ ...condition, words })} />
          <WordListsBox chosen={condition.lists} disabled={disabled} onChange={(lists) => onChange({ ...condition, lists })} />
        </>
      )
    case 'expression':
      return <Expression condition={condition} onChange={onChange} disabled={disabled} problem={problem} />
    case 'linkOutside':
      return (
        <>
          <span>{condition.allowed.length === 0 ? 'Any link; allowed domains' : 'Link outside'}</span>
          <LinesBox
            label="Allowed domains"
            placeholder="example.com, one per line"
            value={condition.allowed}
            disabled={disabled}
            tidy={asDomain}
            onChange={(allowed) => onChange({ ...condition, allowed })}
          />
        </>
      )
    case 'linkTo':
      return (
        <>
          <span>Link to</span>
          <LinesBox
            label="Domains"
            placeholder="example.com, one per line"
            value={condition.domains}
            disabled={disabled}
            tidy={asDomain}
            onChange={(domains) => onChange({ ...condition, domains })}
          />
        </>
      )
    case 'longer':
    case 'shorter':
      return (
        <>
          <span>{condition.kind === 'longer' ? 'Longer than' : 'Shorter than'}</span>
          <NumberBox label="Characters" value={condition.than} onChange={(than) => onChange({ ...condition, than })} {...shared} />
          <span>characters</span>
        </>
      )
    case 'capitals':
      return (
        <>
          <span>At least</span>
          <NumberBox label="Percent" value={condition.percent} onChange={(percent) => onChange({ ...condition, percent })} {...shared} />
          <span>% capitals</span>
        </>
      )
    case 'authorName':
      return (
        <>
          <span>Author name with</span>
          <LinesBox
            label="Words in the name"
            value={condition.words}
            disabled={disabled}
            onChange={(words) => onChange({ ...condition, words })}
          />
        </>
      )
    case 'firstMessage':
      return <span>First message of an author</span>
    case 'authorRate':
    case 'chatRate':
      return (
        <>
          <span>More than</span>
          <NumberBox
            label="Messages"
            value={condition.moreThan}
            onChange={(moreThan) => onChange({ ...condition, moreThan })}
            {...shared}
          />
          <span>{condition.kind === 'authorRate' ? 'messages by one author in' : 'messages in the chat in'}</span>
          <SecondsBox label="Time" value={condition.seconds} onChange={(seconds) => onChange({ ...condition, seconds })} {...shared} />
        </>
      )
    case 'sameText':
      return (
        <>
          <span>Nearly the same text by</span>
          <NumberBox label="Authors" value={condition.authors} onChange={(authors) => onChange({ ...condition, authors })} {...shared} />
          <span>authors in</span>
          <SecondsBox label="Time" value={condition.seconds} onChange={(seconds) => onChange({ ...condition, seconds })} {...shared} />
        </>
      )
  }
}

/** Reduces a typed address to its domain: "https://www.Example.com/page" to www.example.com. */
const asDomain = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/, 1)
    .join('')

type ExpressionCondition = Extract<TypedCondition, { kind: 'expression' }>

function Expression({ condition, onChange, disabled, problem }: ConditionProps<ExpressionCondition>) {
  const { pattern } = condition
  const fault = useExpressionFault(pattern)
  const isFaulty = fault !== null && fault !== undefined && pattern.trim() !== ''
  return (
    <>
      <span>Expression</span>
      <TextInput
        className="grow"
        size="xs"
        aria-label="Regular expression"
        spellCheck={false}
        autoComplete="off"
        disabled={disabled}
        value={pattern}
        error={fieldError(isFaulty ? `${fault.message} (${positionInWords(fault)})` : problem)}
        onChange={(event) => onChange({ ...condition, pattern: event.currentTarget.value })}
      />
      {isFaulty && (
        <p className={`code small full outside ${classes.faulty}`} aria-hidden>
          {pattern.slice(0, fault.from)}
          <mark>{pattern.slice(fault.from, Math.max(fault.to, fault.from + 1)) || ' '}</mark>
          {pattern.slice(Math.max(fault.to, fault.from + 1))}
        </p>
      )}
    </>
  )
}

interface WordListsBoxProps {
  chosen: readonly string[]
  onChange: (lists: string[]) => void
  disabled: boolean
}

/** The shared word lists of a condition. A deleted list is shown as such, and can be removed. */
function WordListsBox({ chosen, onChange, disabled }: WordListsBoxProps) {
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
                className="icon-button lit"
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
          aria-label="Add a shared word list"
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
