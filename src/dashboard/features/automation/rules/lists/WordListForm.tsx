import { Textarea, TextInput } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { WordList } from '#contract/rules/rule.ts'
import { useForm, useWatch } from 'react-hook-form'
import { equal } from '#engine/saving/equal.ts'
import { pick } from '#engine/saving/three-way.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { newKey } from '#dashboard/platform/records/records.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { type FieldTexts, useConflicts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError, resolverOf } from '#dashboard/ui/form/form-errors.tsx'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import type { WordListEntry } from '../queries.ts'
import { wordsIn, wordsProblem } from './list-words.ts'

interface WordListFormProps {
  /** null: a new one. */
  entry: WordListEntry | null
  /** The initial words of a new list. */
  words: readonly string[]
  /** What changing it means for the rules that use it. */
  note?: ReactNode
  onClose: () => void
}

const blank: WordList = { name: '', words: [] }

interface TypedList {
  name: string
  /** The words as they are typed. */
  typed: string
}

const resolver = resolverOf<TypedList>(({ name, typed }) => ({
  name: WordList.shape.name.safeParse(name).error?.issues[0]?.message,
  typed: wordsProblem(wordsIn(typed)),
}))

/** Creates or edits a word list. If two people edit the same list, conflicting changes are asked about. */
export function WordListForm({ entry: opened, words: initialWords, note, onClose }: WordListFormProps) {
  // The list when the form was opened: changes that others save in the meantime are merged on saving.
  const [entry] = useState(opened)
  const [key] = useState(() => entry?.key ?? newKey())
  const form = useForm<TypedList>({
    defaultValues: { name: entry?.value.name ?? '', typed: (entry?.value.words ?? initialWords).join('\n') },
    resolver,
  })
  const [name, typed] = useWatch({ control: form.control, name: ['name', 'typed'] })
  const words = useMemo(() => wordsIn(typed), [typed])
  const { errors } = form.formState
  const { choose, dialog } = useConflicts(texts)
  const base = entry?.value ?? blank
  const changes = pick<WordList>({ name, words }, (field) => !equal({ name, words }[field], base[field]))
  const saving = useAction(null, () =>
    saveFields({
      kind: 'word-lists',
      chatId: null,
      key,
      before: entry,
      edits: { base, changes },
      blank,
      choose,
    }),
  )
  const submit = () =>
    saving.mutate(undefined, {
      onSuccess: (isSaved) => {
        if (!isSaved) return
        toast(`${name} was saved`)
        onClose()
      },
    })
  return (
    <FormDrawer
      title={entry ? `Edit ${entry.value.name}` : 'New word list'}
      onClose={onClose}
      form={form}
      action={saving}
      onSubmit={form.handleSubmit(submit)}
      submit="Save list"
      edited={Object.keys(changes).length > 0}
    >
      {note}
      <TextInput label="Name" data-autofocus maxLength={60} error={fieldError(errors.name?.message)} {...form.register('name')} />
      <Textarea
        label="Words"
        description={`One per line, or separated by commas. Whole words match, with look-alike letters and repeated letters folded. ${counted(words.length, 'word')}.`}
        rows={16}
        spellCheck={false}
        error={fieldError(errors.typed?.message)}
        {...form.register('typed')}
      />
      {dialog}
    </FormDrawer>
  )
}

const maxListed = 20
const texts: FieldTexts<WordList> = {
  label: (field) => (field === 'name' ? 'Name' : 'Words'),
  words: (_, value) => (typeof value === 'string' ? value : listed(value, maxListed)),
}
