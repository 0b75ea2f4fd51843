import { CloseButton, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { chatTitle } from '#contract/chat-title.ts'
import type { Chat } from '#contract/chats.ts'
import { maxPresetName, type Preset, presetSettings } from '#contract/presets/preset.ts'
import { defaults, groupNames, isUnnamedSound, setting } from '#contract/settings-derive.ts'
import { groups, type SettingName } from '#contract/settings.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { ChatsEditor } from '#dashboard/platform/chats/ChatsEditor.tsx'
import { singleChatsReason } from '#dashboard/platform/chats/reach-reasons.ts'
import type { KnownPreset } from '#dashboard/platform/presets/known-presets.ts'
import { duration } from '#dashboard/ui/format/dates.ts'
import { newKey, whereKept } from '#dashboard/platform/records/records.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { useConflicts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { FormDrawer } from '#dashboard/platform/saving/FormDrawer.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { SettingControl } from '#dashboard/platform/settings/SettingControl.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import { equal } from '#engine/saving/equal.ts'
import { changedNames, pick } from '#engine/saving/three-way.ts'
import { settingLabel } from '../value-words.tsx'
import {
  fieldsOfPreset,
  isKnownSetting,
  type PresetFields,
  presetOfFields,
  presetResolver,
  presetTexts,
  settingsIn,
  valueField,
  withValue,
} from './preset-fields.ts'
import classes from '../ModesPage.module.css'

interface PresetDrawerProps {
  /** The mode that is edited; missing: a new one. */
  known?: KnownPreset
  start: Preset
  chats: Chat[]
  labels: ChatLabels
  catalogue: Catalogue
  onClose: () => void
  onSaved: (presetId: string) => void
}

const offeredMinutes = [30, 60, 120, 240, 480]

/** Creates or edits a mode. Two people may edit the same one: only what both changed is asked about. */
export function PresetDrawer({ known: opened, start: begun, chats, labels, catalogue, onClose, onSaved }: PresetDrawerProps) {
  // As they were when the drawer opened: what others save meanwhile is merged when this is saved.
  const [known] = useState(opened)
  const person = usePerson()
  const [start] = useState(begun)
  const [id] = useState(() => known?.id ?? newKey())
  const form = useForm<PresetFields, unknown, PresetFields>({ defaultValues: fieldsOfPreset(start), resolver: presetResolver })
  // oxlint-disable-next-line react/incompatible-library -- every field of the drawer is drawn from it
  const draft = presetOfFields(form.watch())
  const { isDirty } = form.formState
  // The form's own types have no paths for the names of settings.
  const problemOf = (field: keyof PresetFields) => form.getFieldState(field as 'name', form.formState).error?.message
  const change = (part: Partial<Preset>) => {
    const before = form.getValues()
    const next = fieldsOfPreset({ ...draft, ...part })
    for (const name of changedNames<PresetFields>(before, next))
      form.setValue(name as 'name', next[name] as string, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const { choose, dialog } = useConflicts(
    presetTexts(catalogue, (chatId) => chatTitle(chats.find((chat) => chat.id === chatId) ?? { id: chatId, name: '' })),
  )

  const saving = useAction(null, async (_, mine: PresetFields) => {
    // Where nothing is stored yet, the edits are based on the built-in mode, or on nothing.
    const base = fieldsOfPreset(known ? known.preset : { ...start, name: '' })
    const changes = pick<PresetFields>(mine, (name) => !equal(mine[name], base[name]))
    // A record whose fields are those of the base would be deleted, because an unchanged built-in mode needs none.
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

  const save = (fields: PresetFields) =>
    saving.mutate(fields, {
      onSuccess: (isSaved) => {
        if (!isSaved) return
        toast(`${draft.name} was saved`)
        onSaved(id)
      },
    })

  const minutes = [...new Set([...offeredMinutes, ...(draft.minutes === null ? [] : [draft.minutes])])].toSorted((a, b) => a - b)
  return (
    <FormDrawer
      title={known ? `Edit ${known.preset.name}` : 'New mode'}
      onClose={onClose}
      form={form}
      action={saving}
      onSubmit={form.handleSubmit(save)}
      submit="Save mode"
      edited={isDirty || (!known && Object.keys(start.values).length > 0)}
    >
      {known?.isBuiltIn && (
        <p className="help">
          This changes the built-in mode for everyone in this account. “Reset to the built-in mode” brings Roomkeeper’s own version back.
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
        description="Selected when the mode is turned on. You can change the selection then."
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
          ...minutes.map((many) => ({ value: String(many), label: duration(many * 60_000) })),
          { value: '0', label: 'When someone ends it' },
        ]}
        value={String(draft.minutes ?? 0)}
        onChange={(next) => change({ minutes: Number(next) || null })}
      />
      {dialog}
    </FormDrawer>
  )
}

interface ValuesEditorProps {
  draft: Preset
  onChange: (part: Pick<Preset, 'values'>) => void
  problemOf: (field: keyof PresetFields) => string | undefined
  catalogue: Catalogue
}

/** The values of a mode. A switch is added as the opposite of its default: that is what a mode is for. */
function ValuesEditor({ draft, onChange, problemOf, catalogue }: ValuesEditorProps) {
  const names = settingsIn(draft)
  const unknown = Object.keys(draft.values).filter((name) => !isKnownSetting(name))
  const add = (name: SettingName) =>
    onChange(withValue(draft, name, typeof defaults[name] === 'boolean' ? !defaults[name] : defaults[name]))
  const choices = groupNames.map((group) => ({
    group: groups[group].label,
    items: presetSettings
      .filter((name) => setting(name).group === group && !names.includes(name))
      .map((name) => ({ value: name, label: setting(name).label })),
  }))
  return (
    <fieldset className="stack gap-0">
      <legend className="medium">
        Values <span className="help num">{count(names.length)}</span>
      </legend>
      {names.map((name) => {
        const value = draft.values[name]
        const id = `preset-value-${name}`
        const problem = problemOf(valueField(name))
        return (
          <div key={name} className={classes.value}>
            <label className="medium" htmlFor={id} id={`${id}-label`}>
              {setting(name).label}
            </label>
            <CloseButton
              size={24}
              aria-label={`Remove ${setting(name).label} from the mode`}
              onClick={() => onChange(withValue(draft, name, undefined))}
            />
            <div className="stack gap-4 full-row">
              {value !== undefined && !isUnnamedSound(name, value) && (
                <SettingControl
                  name={name}
                  value={value}
                  onChange={(next) => onChange(withValue(draft, name, next))}
                  id={id}
                  describedBy={`${id}-help`}
                  invalid={problem !== undefined}
                  catalogue={catalogue}
                />
              )}
              <p id={`${id}-help`} className="help">
                {problem === undefined ? setting(name).help : <span className="bad inline-row">{fieldError(problem)}</span>}
              </p>
            </div>
          </div>
        )
      })}
      {unknown.map((name) => (
        <div key={name} className={classes.value}>
          <span className="code">{settingLabel(name)}</span>
          <CloseButton size={24} aria-label={`Remove ${name} from the mode`} onClick={() => onChange(withValue(draft, name, undefined))} />
          <p className="help">This release does not know this setting. It is kept, but not set.</p>
        </div>
      ))}
      {problemOf('others') !== undefined && <p className="bad small inline-row">{fieldError(problemOf('others'))}</p>}
      <SearchSelect
        mt={8}
        aria-label="Add a setting"
        placeholder="Add a setting"
        nothingFound="No such setting"
        data={choices.filter(({ items }) => items.length > 0)}
        value={null}
        // The choices are names of settings.
        onChange={(name) => add(name as SettingName)}
      />
    </fieldset>
  )
}
