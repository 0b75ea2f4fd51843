import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { RecordKind } from '#contract/workspace/record-kinds.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { NotSaved } from '#dashboard/platform/saving/change-notes.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { entryOf } from '../gateway-records.ts'
import { staleEntries, type EntryChange } from '../record-entry.ts'
import { writeRecords } from '../records.ts'
import type { MoveConflict } from './move-records.ts'
import { dropHeld, moveOffer } from './move-offer.ts'

const keyOf = ({ held: { kind, chatId, key } }: MoveConflict) => `${kind} ${chatId} ${key}`

/** What this browser holds is shared already with another content: one of the two, for each. Nothing is chosen beforehand. */
export function MoveConflicts({ conflicts }: { conflicts: MoveConflict[] }) {
  const [choices, setChoices] = useState<Partial<Record<string, string>>>({})
  const left = conflicts.filter((conflict) => choices[keyOf(conflict)] === undefined).length
  const close = () => moveOffer.set({ ...moveOffer.get(), conflicts: [] })
  const saving = useAction(null, async () => {
    for (const conflict of conflicts) {
      if (choices[keyOf(conflict)] === 'mine') await replace(conflict)
      await dropHeld([conflict.held])
    }
  })
  return (
    <Modal
      opened
      onClose={close}
      title={plural(conflicts.length, '{count} record differs from the shared one', '{count} records differ from the shared ones')}
      size={560}
    >
      <Stack gap="lg">
        <div>The account already stores something different here. What you do not choose is deleted.</div>
        {saving.error && <NotSaved error={saving.error} kept="" />}
        <div className="long-list">
          {conflicts.map((conflict) => (
            <Radio.Group
              key={keyOf(conflict)}
              label={labels[conflict.held.kind]}
              value={choices[keyOf(conflict)] ?? ''}
              onChange={(value) => setChoices({ ...choices, [keyOf(conflict)]: value })}
            >
              <Stack gap="sm" py="sm">
                <Radio value="mine" label={<>In this browser: {contentOf(conflict.held.value)}</>} />
                <Radio value="theirs" label={<>Shared: {contentOf(conflict.stored.value)}</>} />
              </Stack>
            </Radio.Group>
          ))}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button data-autofocus onClick={close}>
            Decide later
          </Button>
          <Button
            variant="filled"
            loading={saving.isPending}
            onClick={() => left === 0 && saving.mutate()}
            {...(left === 0 ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          >
            {left === 0 ? 'Save' : `${left} left to choose`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Puts what this browser holds in place of the shared record, unless somebody has changed that since it was shown. */
async function replace({ held, stored }: MoveConflict) {
  const { kind } = held
  // The gateway accepted the form of both.
  const change = { chatId: held.chatId, key: held.key, value: held.value } as Omit<EntryChange, 'before'>
  try {
    await writeRecords(kind, [{ ...change, before: entryOf(kind, stored) }])
  } catch (error) {
    const [stale] = staleEntries(kind, error) ?? []
    if (!stale) throw error
    if (stale.stored === null) return void (await writeRecords(kind, [{ ...change, before: null }]))
    showAgain(held, stale.stored)
    throw error
  }
}

function showAgain(held: MoveConflict['held'], stored: MoveConflict['stored']) {
  const offer = moveOffer.get()
  moveOffer.set({ ...offer, conflicts: offer.conflicts.map((other) => (other.held === held ? { held, stored } : other)) })
}

const labels: Record<RecordKind, string> = {
  'poll-rounds': 'Earlier round of a poll',
  'poll-templates': 'Poll template',
  'poll-groups': 'Group of polls',
  'ban-notes': 'Note on a banned range',
  'post-texts': 'Saved announcement',
  'chat-labels': 'Labels of a chat',
  'chat-hours': 'Opening hours of a chat',
  'saved-views': 'Saved view',
  presets: 'Preset',
}

/** The texts in a value: that is what people tell two records apart by. */
function contentOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(contentOf).filter(Boolean).join(', ')
}
