import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type Catalogue, catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { to } from '#dashboard/platform/to.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import type { DriftFinding } from '#contract/gateway/drift.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Findings } from './Findings.tsx'
import { driftQuery, useDecisions } from './use-drift.ts'

/** The open outside changes of one chat, or of the account. @param of the id of the chat, or what was changed of the account */
export function OutsideItem({ of }: { of: string }) {
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const reading = useQuery(driftQuery)
  if (!reading.data) return reading.error ? <LoadError what="The changes" reading={reading} /> : <p>Reading…</p>
  const findings = reading.data.data.findings.filter(
    (finding) => finding.state === 'open' && of === String(finding.chatId ?? finding.resource),
  )
  if (findings.length === 0)
    return (
      <p className="help">
        {reading.data.data.isCut ? 'It is listed once newer ones are decided.' : 'Nothing of it is listed any more.'}{' '}
        <PageLink to={to.outside()} className="link">
          All outside changes
        </PageLink>
      </p>
    )
  return <Decide findings={findings} catalogue={catalogue} />
}

const Decide = ({ findings, catalogue }: { findings: readonly DriftFinding[]; catalogue: Catalogue }) => (
  <Findings decisions={useDecisions(findings, catalogue)} isInOnePlace />
)
