import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Poll } from '#contract/polls.ts'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { problemsOf, repeatsOf, shownAnswers, tidy } from '../draft.ts'
import { answerFields, type AnswerField, type PollText } from '#engine/polls/poll-text.ts'
import classes from '../polls.module.css'
import { quoted, short } from '../state.ts'
import { templatesQuery } from '../records.ts'

/** The form for the text of a poll. draft.ts has the validation rules. */
export const usePollForm = (start: PollText) =>
  useForm<PollText>({
    defaultValues: start,
    resolver: (values) => {
      const problems = Object.entries(problemsOf(values))
      if (problems.length === 0) return { values: tidy(values), errors: {} }
      return { values: {}, errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])) }
    },
  })

interface PollFieldsProps {
  form: UseFormReturn<PollText>
  /** The poll and its votes, if one is edited. */
  poll?: Poll
}

/** The fields for the question and two to four answers, which can be added, removed and reordered. */
export function PollFields({ form, poll }: PollFieldsProps) {
  const { control, formState, getValues, setValue, setFocus } = form
  const values = useWatch({ control }) as PollText
  const [rows, setRows] = useState(2)
  // A row stays when its text is cleared, and appears when it receives a text, for instance from a template.
  if (shownAnswers(values) > rows) setRows(shownAnswers(values))
  const repeats = repeatsOf(values)
  const set = (field: AnswerField, value: string) => setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })

  function swap(index: number, by: 1 | -1) {
    const [one, other] = [answerFields[index]!, answerFields[index + by]!]
    const { [one]: text, [other]: otherText } = getValues()
    set(one, otherText)
    set(other, text)
    setFocus(other)
  }

  /** The answers below move up. */
  function remove(index: number) {
    const texts = answerFields.map((field) => getValues(field)).filter((_, at) => at !== index)
    for (const [at, field] of answerFields.entries()) if (at >= index) set(field, texts[at] ?? '')
    setRows(rows - 1)
    setFocus(answerFields[Math.min(index, rows - 2)]!)
  }

  function add() {
    setRows(rows + 1)
    // The timeout runs after React has rendered the new field.
    setTimeout(() => setFocus(answerFields[rows]!))
  }

  return (
    <>
      <Textarea
        label="Question"
        rows={2}
        classNames={{ input: classes.growing! }}
        data-autofocus
        error={fieldError(formState.errors.question?.message)}
        {...form.register('question')}
      />
      {answerFields.slice(0, rows).map((field, index) => (
        <div key={field} className={classes.answer}>
          <Textarea
            label={`Answer ${index + 1}`}
            rows={1}
            classNames={{ input: classes.growing! }}
            error={fieldError(formState.errors[field]?.message)}
            {...form.register(field)}
          />
          <div className={classes.tools} data-few={rows === 2 || undefined}>
            {index > 0 && (
              <IconButton icon="up" size="xs" aria-label={`Move answer ${index + 1} up`} title="Move up" onClick={() => swap(index, -1)} />
            )}
            {index < rows - 1 && (
              <IconButton
                icon="down"
                size="xs"
                aria-label={`Move answer ${index + 1} down`}
                title="Move down"
                onClick={() => swap(index, 1)}
              />
            )}
            {rows > 2 && (
              <IconButton icon="x" size="xs" aria-label={`Remove answer ${index + 1}`} title="Remove" onClick={() => remove(index)} />
            )}
          </div>
          {repeats[field] && (
            <p className="help beside gap-6 full-row warn">
              <Icon name="warning" size={14} /> The same as answer {repeats[field]}
            </p>
          )}
          {poll && <Votes poll={poll} field={field} text={values[field]} />}
        </div>
      ))}
      {poll && answerFields.slice(rows).map((field) => <LostVotes key={field} poll={poll} field={field} />)}
      {rows < 4 && (
        <div>
          <Button size="xs" icon="plus" onClick={add}>
            Add answer {rows + 1}
          </Button>
        </div>
      )}
    </>
  )
}

/** Votes belong to positions: editing the text of an answer gives its votes to the new text. */
function Votes({ poll, field, text }: { poll: Poll; field: AnswerField; text: string }) {
  const votes = poll[`${field}count`]
  if (votes <= 0) return null
  const changed = text.trim() !== poll[field].trim()
  return (
    <p className={changed ? 'help beside gap-6 full-row warn' : 'help beside gap-6 full-row'}>
      {changed && <Icon name="warning" size={14} />}
      {changed ? `${counted(votes, 'vote')} for ${quoted(poll[field])} will count for this text` : counted(votes, 'vote')}
    </p>
  )
}

/** Clearing an answer may delete its votes (docs/assumptions.md row 8). */
function LostVotes({ poll, field }: { poll: Poll; field: AnswerField }) {
  const votes = poll[`${field}count`]
  if (votes <= 0) return null
  return (
    <p className="help beside gap-6 full-row warn">
      <Icon name="warning" size={14} /> {`${counted(votes, 'vote')} for answer ${field.slice(-1)}, ${quoted(poll[field])}, may be lost`}
    </p>
  )
}

/** Fills the form from a template. Renders nothing if there are none. */
export function StartFrom({ onStart }: { onStart: (text: PollText) => void }) {
  const templates = useQuery(templatesQuery()).data ?? []
  const [from, setFrom] = useState<string | null>(null)
  if (templates.length === 0) return null
  return (
    <SearchSelect
      label="Start from a template"
      description={whereKept}
      placeholder="None"
      nothingFound="No such template"
      data={templates.map(({ value: text }, index) => ({ value: String(index), label: short(text.question) }))}
      value={from}
      onChange={(index) => {
        setFrom(index)
        const template = templates[Number(index)]
        if (template) onStart(template.value)
      }}
    />
  )
}
