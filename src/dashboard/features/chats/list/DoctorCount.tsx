import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import type { Chat } from '#contract/chats.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import { findingsOf } from './findings.ts'

/** How many of a chat's settings are probably not meant so. The page of settings says which. */
export function DoctorCount({ chat, currency, catalogue }: { chat: Chat; currency: string; catalogue: Catalogue }) {
  const findings = findingsOf(chat, currency, catalogue)
  if (findings.length === 0) return null
  const words = `Settings worth a look: ${findings.map(({ title }) => title).join(' · ')}`
  return (
    <Tooltip label={words}>
      <Badge tone="outline" role="img" aria-label={words} icon={<Icon name="info" size={12} />}>
        {findings.length}
      </Badge>
    </Tooltip>
  )
}
