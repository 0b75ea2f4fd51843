import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { Popover, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cloneElement } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { maxViewNameLength, type RecordValue } from '#contract/gateway/record-kinds.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import type { RecordEntry } from '#dashboard/platform/records/record-entry.ts'
import { deleteRecord, newKey, recordsQuery, whereKept, writeRecords } from '#dashboard/platform/records/records.ts'
import { saveFields } from '#dashboard/platform/records/save-fields.ts'
import { useConflicts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import { useOpenedTarget, type OverlayButton } from '#dashboard/ui/overlay/OverlayFallback.tsx'

type SavedView = RecordValue<'saved-views'>
type ViewEntry = RecordEntry<'saved-views'>

interface ViewsMenuProps {
  button: OverlayButton
  query: string
  onOpen: (query: string) => void
}

const blank: SavedView = { name: '', page: 'chats', query: '' }
const rules = z.object({
  name: z
    .string()
    .check(z.regex(/\S/u, 'Enter a name'), z.maxLength(maxViewNameLength, `must have at most ${maxViewNameLength} characters`)),
})
const texts = { label: (name: string) => (name === 'query' ? 'Filters and sort' : 'Name'), words: (_: string, value: string) => value }

/** The saved views of the list of chats, which everybody in the account shares. Open when it is first drawn, toggled by its button from then on. */
export function ViewsMenu({ button, query, onOpen }: ViewsMenuProps) {
  const target = useOpenedTarget()
  const { data: views = [] } = useQuery(recordsQuery('saved-views'))
  const mayChange = useMay()('chats.label')
  const { choose, dialog } = useConflicts<SavedView>(texts)
  const form = useForm({ defaultValues: { name: '' }, resolver: zodResolver(rules) })
  const adding = useAction(null, async (_, name: string) => {
    await writeRecords('saved-views', [{ chatId: null, key: newKey(), before: null, value: { name: name.trim(), page: 'chats', query } }])
    form.reset()
  })
  const replacing = useAction(
    null,
    async (_, before: ViewEntry) => {
      const edits = { base: before.value, changes: { query } }
      if (await saveFields({ kind: 'saved-views', chatId: null, key: before.key, before, edits, blank, choose }))
        toast('The view was saved')
    },
    { onError: (error) => toastError('The view was not saved', error) },
  )
  const deleting = useAction(
    null,
    async (_, before: ViewEntry) => {
      await deleteRecord('saved-views', before)
      const restore = () =>
        void writeRecords('saved-views', [{ chatId: null, key: before.key, before: null, value: before.value }]).catch((error: unknown) =>
          toastError('The view was not restored', error),
        )
      toast('Saved view deleted', { label: 'Undo', run: restore })
    },
    { onError: (error) => toastError('The view was not deleted', error) },
  )
  return (
    <>
      <Popover defaultOpened position="bottom-end" width={300} trapFocus returnFocus closeOnClickOutside={!dialog}>
        <Popover.Target>{cloneElement(button, { ref: target })}</Popover.Target>
        <Popover.Dropdown className="stack gap-12">
          {views.length > 0 && (
            <ul className="stack gap-2 long-list" aria-label="Saved views">
              {views.map((view) => (
                <li key={view.key} className="beside gap-4">
                  <Button
                    size="xs"
                    variant="subtle"
                    className="grow at-start"
                    aria-current={view.value.query === query || undefined}
                    onClick={() => onOpen(view.value.query)}
                  >
                    <bdi className="cut">{view.value.name}</bdi>
                  </Button>
                  {mayChange && (
                    <>
                      <IconButton
                        icon="refresh"
                        size="xs"
                        title="Replace with what is shown now"
                        aria-label={`Replace ${view.value.name} with what is shown now`}
                        onClick={() => replacing.mutate(view)}
                      />
                      <IconButton
                        icon="trash"
                        size="xs"
                        title="Delete"
                        aria-label={`Delete the view ${view.value.name}`}
                        onClick={() => deleting.mutate(view)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          {views.length === 0 && !mayChange && <p className="quiet fz-help">No saved views.</p>}
          {mayChange && (
            <form noValidate className="stack gap-6" onSubmit={(event) => void form.handleSubmit(({ name }) => adding.mutate(name))(event)}>
              <TextInput
                label="Save this view as"
                description={`Filters, sort and columns. ${whereKept}`}
                error={fieldError(form.formState.errors.name?.message) ?? (adding.error ? 'It was not saved. Try again.' : undefined)}
                {...form.register('name')}
              />
              <Button type="submit" size="xs" loading={adding.isPending}>
                Save view
              </Button>
            </form>
          )}
        </Popover.Dropdown>
      </Popover>
      {dialog}
    </>
  )
}
