import type { RecordKind } from '#contract/workspace/record-kinds.ts'
import { useAction } from '#dashboard/platform/api/actions.ts'
import { ChoiceDialog } from '#dashboard/platform/saving/ChoiceDialog.tsx'
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
  const close = () => moveOffer.set({ ...moveOffer.get(), conflicts: [] })
  const saving = useAction(null, async (_, mine: ReadonlySet<string>) => {
    for (const conflict of conflicts) {
      if (mine.has(keyOf(conflict))) await replace(conflict)
      await dropHeld([conflict.held])
    }
  })
  return (
    <ChoiceDialog
      title={plural(conflicts.length, '{count} record differs from the shared one', '{count} records differ from the shared ones')}
      items={conflicts.map((conflict) => ({
        key: keyOf(conflict),
        label: labels[conflict.held.kind],
        mine: <>In this browser: {contentOf(conflict.held.value)}</>,
        theirs: <>Shared: {contentOf(conflict.stored.value)}</>,
      }))}
      back="Decide later"
      onBack={close}
      isSaving={saving.isPending}
      onSave={saving.mutate}
    >
      <div>The account already stores something different here. What you do not choose is deleted.</div>
      {saving.error && <NotSaved error={saving.error} kept="" />}
    </ChoiceDialog>
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
  'word-lists': 'Word list',
  presets: 'Preset',
}

/** The texts in a value: that is what people tell two records apart by. */
function contentOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(contentOf).filter(Boolean).join(', ')
}
