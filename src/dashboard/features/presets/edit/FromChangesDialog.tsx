import { Button, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { SettingName } from '#contract/settings.ts'
import { maxAuditPageSize } from '#contract/workspace/audit.ts'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { listed, plural } from '#dashboard/ui/format/numbers.ts'
import { ago, useNow } from '#dashboard/ui/format/time.tsx'
import { emptyDraft, type PresetDraft } from './draft.ts'
import { changedJustNow, recentChanges, type RecentChange } from './recent-changes.ts'
import { SettingChoice } from './SettingChoice.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { chatTitle } from '#contract/chat-title.ts'

interface FromChangesDialogProps {
  chats: Chat[]
  catalogue: Catalogue
  onUse: (draft: PresetDraft) => void
  onClose: () => void
}

/** Begins a preset with what the person changed in the settings of chats, the last changes of the audit log. */
export function FromChangesDialog({ chats, catalogue, onUse, onClose }: FromChangesDialogProps) {
  const reading = useQuery({ ...workspaceQuery('myAuditList', { query: { kind: 'settings', limit: maxAuditPageSize } }), staleTime: 0 })
  const now = useNow()
  const changes = recentChanges(reading.data?.data.entries ?? [])
  const [picked, setPicked] = useState<ReadonlySet<SettingName> | null>(null)
  const chosen = picked ?? new Set(changedJustNow(changes))
  const noteOf = ({ at, chatIds }: RecentChange) => {
    const names = chatIds.flatMap((id) => chats.filter((chat) => chat.id === id).map(chatTitle))
    return <span className="outside">{[ago(at / 1000, now), listed(names.slice(0, 3))].filter(Boolean).join(', ')}</span>
  }
  const use = () => {
    const used = changes.filter(({ name }) => chosen.has(name))
    const ids = new Set(used.flatMap(({ chatIds }) => chatIds))
    onUse({
      ...emptyDraft,
      values: Object.fromEntries(used.map(({ name, value }) => [name, value])),
      chats: { labels: [], chatIds: chats.flatMap(({ id }) => (ids.has(id) ? [id] : [])) },
    })
  }
  return (
    <Modal opened onClose={onClose} size={640} title="New preset from what you changed just now">
      <Stack gap="lg">
        {reading.isPending && <Skeleton height={120} />}
        {reading.error && !reading.data && (
          <LoadError what="Your last changes" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
        )}
        {reading.data &&
          (changes.length === 0 ? (
            <p>You have not changed any settings lately. Change them in a chat first, then come back here.</p>
          ) : (
            <SettingChoice
              label="Your last changes"
              offered={changes.map((change) => ({ name: change.name, value: change.value, note: noteOf(change) }))}
              {...{ chosen, catalogue }}
              onChoose={setPicked}
            />
          ))}
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            {changes.length === 0 ? 'Close' : 'Cancel'}
          </Button>
          {chosen.size > 0 && (
            <Button variant="filled" onClick={use}>
              {plural(chosen.size, 'Continue with {count} value', 'Continue with {count} values')}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
