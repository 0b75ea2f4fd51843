import { useQuery } from '@tanstack/react-query'
import { isSettingName, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import type { AuditEntry } from '#contract/workspace/audit.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { plural } from '#dashboard/ui/format/numbers.ts'

/** Whether the chat still has the settings that an entry gave it. */
export function StillHeld({ entry: { action, chatId, changes, outcome } }: { entry: AuditEntry }) {
  const mayRead = useMay()('settings.read', chatId ?? undefined)
  const isWanted = action === 'chatUpdate' && outcome === 'done' && chatId !== null && mayRead
  const chat = useQuery({ ...endpointQuery('chatRead', { params: { chatId: chatId ?? 0 } }), enabled: isWanted }).data?.data
  const catalogue = useQuery(catalogueQuery).data
  if (!isWanted || !chat || !catalogue) return null
  const now: Settings = withSoundNames(chat, soundName(catalogue))
  const others = changes.filter(({ name, after }) => isSettingName(name) && after !== undefined && now[name] !== after).length
  return (
    <p className="help mt-8">
      {others === 0
        ? plural(changes.length, 'The setting still holds this value.', 'All {count} settings still hold these values.')
        : plural(others, '{count} setting holds another value by now.', '{count} settings hold other values by now.')}
    </p>
  )
}
