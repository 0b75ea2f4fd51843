import { zodResolver } from '@hookform/resolvers/zod'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { Chat } from '#contract/chats.ts'
import type { LabelUse } from '#contract/gateway/rules.ts'
import { maxLabelLength } from '#contract/gateway/record-kinds.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { changed, changeLabels, type LabelChange } from '#dashboard/platform/chats/change-labels.ts'
import type { ChatLabels } from '#dashboard/platform/chats/chat-labels.ts'
import { labelsOf } from '#dashboard/platform/chats/read-labels.ts'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { chosenChats } from '#dashboard/platform/chats/chosen-chats.ts'

interface LabelsDialogProps {
  chats: Chat[]
  all: Chat[]
  labels: ChatLabels
  onClose: () => void
}

const fields = z.object({ fresh: z.string().check(z.maxLength(maxLabelLength, `must have at most ${maxLabelLength} characters`)) })

/** Sets and removes labels of one or several chats. A label that only some of them have stays so until its box is clicked. */
export function LabelsDialog({ chats, all, labels, onClose }: LabelsDialogProps) {
  const known = labelsOf(labels, all)
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const form = useForm({ defaultValues: { fresh: '' }, resolver: zodResolver(fields) })
  const changeWith = (fresh: string) => {
    const typed = fresh.trim()
    // The spelling that is in use, so that there are no two labels of the same word.
    const added = known.find((label) => label.toLocaleLowerCase() === typed.toLocaleLowerCase()) ?? typed
    const chosen = Object.keys(choices)
    return {
      add: [...chosen.filter((label) => choices[label]), ...(added ? [added] : [])],
      remove: chosen.filter((label) => !choices[label] && label !== added),
    }
  }
  // Asked anew, because rules are started and stopped by others.
  const uses = useQuery({ ...gatewayQuery('labelUseList', {}), staleTime: 0 })
  const effectsOf = (list: readonly LabelUse[], change: LabelChange) => labelEffects(list, chats, labels, change)
  const saving = useAction(null, async (_, { fresh }: { fresh: string }) => {
    const { add, remove } = changeWith(fresh)
    if (uses.isLoading) {
      // Nobody saves what they had no chance to read.
      const { data } = await uses.refetch({ cancelRefetch: false })
      if (!data || effectsOf(data.data, { add, remove }).length > 0) return
    }
    if (add.length + remove.length > 0) {
      await changeLabels(
        chats.map(({ id }) => id),
        { add, remove },
      )
      toast(chats.length === 1 ? 'The labels were saved' : `The labels of ${counted(chats.length, 'chat')} were saved`)
    }
    onClose()
  })
  const change = changeWith(useWatch({ control: form.control, name: 'fresh' }))
  const effects = effectsOf(uses.data?.data ?? [], change)
  const [only] = chats
  return (
    <FormDialog
      submit="Save"
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
      title={chats.length === 1 && only ? `Labels of ${chatTitle(only)}` : `Labels of ${counted(chats.length, 'chat')}`}
    >
      {saving.error && <NotSaved error={saving.error} />}
      {known.length > 0 && (
        <fieldset className="stack gap-6">
          <legend className="visually-hidden">Labels</legend>
          {known.map((label) => {
            const having = chats.filter(({ id }) => labels.get(id)?.includes(label)).length
            const choice = choices[label]
            return (
              <Checkbox
                key={label}
                label={<bdi>{label}</bdi>}
                checked={choice ?? having === chats.length}
                indeterminate={choice === undefined && having > 0 && having < chats.length}
                onChange={(event) => setChoices({ ...choices, [label]: event.currentTarget.checked })}
              />
            )
          })}
        </fieldset>
      )}
      <TextInput
        label="New label"
        description={whereKept}
        data-autofocus
        error={fieldError(form.formState.errors.fresh?.message)}
        {...form.register('fresh')}
      />
      <div role="status">
        {uses.error && !uses.data && <p className="help">Couldn’t read which rules and modes are for these labels.</p>}
        {effects.length > 0 && (
          <ul aria-label="What changes with the labels" className="long-list stack gap-6">
            {effects.map((effect) => (
              <li key={effect} className="outside">
                {effect}
              </li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  )
}

interface NamedChat {
  id: number
  name: string
}

type Words = Record<'joins' | 'leaves', [one: string, many: string]>

const words: Record<LabelUse['kind'], Words> = {
  liveRule: {
    joins: ['The live rule “{rule}” acts on new messages in {chat}.', 'The live rule “{rule}” acts on new messages in {count} more chats.'],
    leaves: ['The live rule “{rule}” no longer acts in {chat}.', 'The live rule “{rule}” no longer acts in {count} of these chats.'],
  },
  shadowRule: {
    joins: ['The rule “{rule}”, in shadow, reads {chat}.', 'The rule “{rule}”, in shadow, reads {count} more chats.'],
    leaves: [
      'The rule “{rule}”, in shadow, no longer reads {chat}.',
      'The rule “{rule}”, in shadow, no longer reads {count} of these chats.',
    ],
  },
  preset: {
    joins: [
      'The mode “{rule}” is also for {chat} when it is turned on.',
      'The mode “{rule}” is also for {count} more chats when it is turned on.',
    ],
    leaves: [
      'The mode “{rule}” is no longer for {chat} when it is turned on.',
      'The mode “{rule}” is no longer for {count} of these chats when it is turned on.',
    ],
  },
}

export function labelEffects(uses: readonly LabelUse[], chats: readonly NamedChat[], labels: ChatLabels, change: LabelChange): string[] {
  const after: ChatLabels = new Map(chats.map(({ id }) => [id, changed(labels.get(id) ?? [], change)]))
  return uses.flatMap((use) => {
    const before = new Set(chosenChats(use, chats, labels))
    const then = new Set(chosenChats(use, chats, after))
    const say = (kind: keyof Words, some: NamedChat[]) =>
      some[0] ? [plural(some.length, ...words[use.kind][kind], { rule: use.name, chat: chatTitle(some[0]) })] : []
    return [
      ...say(
        'joins',
        [...then].filter((chat) => !before.has(chat)),
      ),
      ...say(
        'leaves',
        [...before].filter((chat) => !then.has(chat)),
      ),
    ]
  })
}
