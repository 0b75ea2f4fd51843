import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { exact } from '#dashboard/ui/format/time.tsx'
import type { ReviewChange } from './review-model.ts'

/** Who made the last change of a setting and when, as a sentence; nothing where the audit log does not know of the value that is there now. */
export function LastChange({ of: { chatId, name, held } }: { of: ReviewChange }) {
  const seesHistory = useSeesHistory()
  const { data } = useQuery({
    ...workspaceQuery('auditList', { query: { chat: chatId, field: name, outcome: 'done', limit: 1 } }),
    enabled: seesHistory,
  })
  const last = data?.data.entries[0]
  if (!last?.who.name || last.changes.find((change) => change.name === name)?.after !== held) return null
  return (
    <span>
      The last change was by <bdi>{last.who.name}</bdi>, {exact(last.at / 1000)}.
    </span>
  )
}
