import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Chat } from '#contract/chats.ts'
import { maxPresetName } from '#contract/presets/preset.ts'
import { pick, type Conflict, type Fields } from '#engine/saving/three-way.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatsEditor } from '#dashboard/platform/chats/ChatsEditor.tsx'
import { newKey, whereKept } from '#dashboard/platform/records/records.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { durationInWords } from '#dashboard/platform/presets/until.ts'
import { ConflictDialog } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { singleChatsReason } from '#dashboard/platform/chats/reach-reasons.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { usePrompt } from '#dashboard/ui/overlay/use-prompt.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import type { PresetDraft } from './draft.ts'
import { fieldsOfPreset, presetOfFields, presetResolver, presetTexts } from './preset-fields.ts'
import { ValuesEditor } from './ValuesEditor.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface PresetDrawerProps {
  /** The preset that is edited; missing: a new one. */
  known?: KnownPreset
  start: PresetDraft
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
  onClose: () => void
  onSaved: (presetId: string) => void
}

const offeredMinutes = [30, 60, 120, 240, 480]

/** Creates or edits a preset. Two people may edit the same one: only what both changed is asked about. */
export function PresetDrawer({ known: opened, start: begun, chats, labels, catalogue, onClose, onSaved }: PresetDrawerProps) {
  // As they were when the drawer opened: what others save meanwhile is merged when this is saved.
  const [known] = useState(opened)
  const person = usePerson()
  const [start] = useState(begun)
  const [id] = useState(() => known?.id ?? newKey())
  const form = useForm<Fields, Fields, Fields>({ defaultValues: fieldsOfPreset(start), resolver: presetResolver })
  // oxlint-disable-next-line react/incompatible-library -- every field of the drawer is drawn from it
  const draft = presetOfFields(form.watch())
  const { isDirty, errors } = form.formState
  const [conflicts, choose] = usePrompt<Conflict<Fields>[], string[] | null>(null)
  const problemOf = (field: string) => errors[field]?.message
  const change = (part: Partial<PresetDraft>) => {
    const next = fieldsOfPreset({ ...draft, ...part })
    for (const name of Object.keys(next))
      if (next[name] !== form.getValues(name))
        form.setValue(name, next[name]!, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const nameOf = (chatId: number) => chatTitle(chats.find((chat) => chat.id === chatId) ?? { id: chatId, name: '' })

  const saving = useAction(null, async (_, mine: Fields) => {
    // Where nothing is stored yet, the edits are based on the built-in preset, or on nothing.
    const base = fieldsOfPreset(known ? known.preset : { ...start, name: '' })
    const changes = pick(mine, (name) => mine[name] !== base[name])
    // A record whose fields are those of the base would be deleted, because an unchanged built-in preset needs none.
    if (Object.keys(changes).length === 0) return true
    return saveFields({
      kind: 'presets',
      chatId: null,
      key: id,
      before: known?.entry ?? null,
      edits: { base, changes },
      blank: base,
      as: { fields: fieldsOfPreset, value: presetOfFields },
      choose,
    })
  })

  const save = form.handleSubmit((fields) =>
    saving.mutate(fields, {
      onSuccess: (isSaved) => {
        if (!isSaved) return
        toast(`${draft.name} was saved`)
        onSaved(id)
      },
    }),
  )

  const minutes = [...new Set([...offeredMinutes, ...(draft.minutes === null ? [] : [draft.minutes])])].toSorted((a, b) => a - b)
  return (
    <FormDrawer
      title={known ? `Edit ${known.preset.name}` : 'New preset'}
      onClose={onClose}
      onSubmit={(event) => void save(event)}
      submit="Save preset"
      saving={saving.isPending}
      error={saving.error}
      edited={isDirty || (!known && Object.keys(start.values).length > 0)}
    >
      {known?.isBuiltIn && (
        <p className="help">
          This changes the built-in preset for everyone in this account. “Reset to the built-in preset” brings Roomkeeper’s own version
          back.
        </p>
      )}
      <TextInput
        label="Name"
        data-autofocus
        maxLength={maxPresetName}
        value={draft.name}
        error={fieldError(problemOf('name'))}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        description={`What it is for. ${whereKept}`}
        autosize
        minRows={2}
        value={draft.description}
        error={fieldError(problemOf('description'))}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <ValuesEditor draft={draft} onChange={change} problemOf={problemOf} catalogue={catalogue} />
      <ChatsEditor
        description="Selected when the preset is turned on. You can change the selection then."
        chats={chats}
        labels={labels}
        value={draft.chats}
        onChange={(next) => change({ chats: next })}
        onlySingle={singleChatsReason(person, 'presets.write')}
        error={fieldError(problemOf('chats'))}
      />
      <Select
        label="Ends after"
        description="Unless something else is chosen when it is turned on."
        data={[
          ...minutes.map((many) => ({ value: String(many), label: durationInWords(many * 60_000) })),
          { value: '0', label: 'When somebody ends it' },
        ]}
        value={String(draft.minutes ?? 0)}
        onChange={(next) => change({ minutes: Number(next) || null })}
      />
      {conflicts && <ConflictDialog conflicts={conflicts.about} texts={presetTexts(catalogue, nameOf)} onChoose={conflicts.answer} />}
    </FormDrawer>
  )
}
