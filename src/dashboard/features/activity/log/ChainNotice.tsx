import type { AuditChain } from '#contract/workspace/audit.ts'
import { Hint } from '#dashboard/ui/feedback/notices.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'

/** Says so where the log was changed afterwards. Nothing is hidden then. */
export function ChainNotice({ chain }: { chain: AuditChain | undefined }) {
  if (!chain?.brokenAt) return null
  return (
    <Hint bad>
      <b>The audit log was changed at line {count(chain.brokenAt)}.</b> This line does not match the one before it, so it and later lines
      can’t be relied on. Tell whoever operates this dashboard.
    </Hint>
  )
}
