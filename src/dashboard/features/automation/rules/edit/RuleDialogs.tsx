import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rule } from '#contract/rules/rule.ts'
import type { BacktestResult, BacktestSummary, StoredRule } from '#contract/gateway/rules.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { fieldRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { equal } from '#engine/saving/equal.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { useNow, whenText } from '#dashboard/ui/format/time.tsx'
import { fieldsOfRule, ruleFieldNames, type RuleFields } from './rule-fields.ts'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { FormDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { SampleList } from '../backtest/BacktestPanel.tsx'

interface VersionsDrawerProps {
  stored: StoredRule
  texts: FieldTexts<RuleFields>
  /** Restores a version into the form; missing: not possible now. */
  onRestore?: (rule: Rule) => void
  isEdited: boolean
  onClose: () => void
}

/** The versions of a rule, each compared with the newest on demand. */
export function VersionsDrawer({ stored, texts, onRestore, isEdited, onClose }: VersionsDrawerProps) {
  const reading = useQuery(gatewayQuery('ruleVersionList', { params: { ruleId: stored.id } }))
  const [shown, setShown] = useState<number | null>(null)
  const now = useNow() * 1000
  return (
    <Drawer opened onClose={onClose} title={`Versions of ${stored.rule.name}`}>
      <Loaded what="The versions" reading={reading} loadingClass="">
        {(versions) => (
          <ol reversed>
            {versions.map(({ version, rule, at, by }) => (
              <li key={version} className="underline">
                <button
                  type="button"
                  className="choice"
                  aria-expanded={shown === version}
                  onClick={() => setShown(shown === version ? null : version)}
                >
                  <span>
                    <b className="medium num">Version {version}</b> {version === stored.version && <Badge tone="outline">Newest</Badge>}{' '}
                    {version === stored.running?.version && <Badge tone="accent">{stored.state === 'live' ? 'Live' : 'In shadow'}</Badge>}
                  </span>
                  <span className="help num">
                    {whenText(at, now)}
                    {by !== '' && ` by ${by}`}
                  </span>
                </button>
                {shown === version && (
                  <div className="panel">
                    <Changes before={rule} after={stored.rule} texts={texts} />
                    {version !== stored.version && onRestore && (
                      <Button size="xs" className="mt-8" onClick={() => onRestore(rule)}>
                        Restore to the draft
                      </Button>
                    )}
                    {version !== stored.version && isEdited && (
                      <p className="help">Save or discard your changes to restore this version.</p>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Drawer>
  )
}

/** The differences between this version and the newest one. */
function Changes({ before, after, texts }: { before: Rule; after: Rule; texts: FieldTexts<RuleFields> }) {
  const [one, other] = [fieldsOfRule(before), fieldsOfRule(after)]
  const names = ruleFieldNames.filter((name) => !equal(one[name], other[name]))
  if (names.length === 0) return <p className="help">The newest version has the same content.</p>
  return (
    <ChangeTable
      label="What differs"
      groups={[{ key: 'all', rows: names.map((name) => fieldRow(texts, name, one[name], other[name])) }]}
      columns={{ place: null, label: 'Part', before: 'This version', after: 'The newest', state: null, actions: 0 }}
      scroller="all"
      wholeTexts
    />
  )
}

interface GoLiveDialogProps {
  summary: BacktestSummary
  /** null: only the summary is known. */
  result: BacktestResult | null
  onGoLive: () => void
  onClose: () => void
}

/** Asks for confirmation if people kept messages that the rule matches. */
export function GoLiveDialog({ summary: { kept, matched, read }, result, onGoLive, onClose }: GoLiveDialogProps) {
  const samples = result?.samples.filter(({ verdict }) => verdict === 'kept') ?? []
  return (
    <FormDialog
      size={720}
      title={plural(kept, 'People kept {count} message that this rule matches', 'People kept {count} messages that this rule matches')}
      cancel="Back to the rule"
      submit={`Go live: ${count(matched)} of ${count(read)} matched`}
      onClose={onClose}
      onSubmit={onGoLive}
    >
      <p>Live, the rule would act on messages like these. Narrow its conditions or add an exception if that is not what you want.</p>
      {result ? (
        <div className="long-list">
          <SampleList samples={samples} now={result.to} />
        </div>
      ) : (
        <p className="help">Run the backtest on this page to see them.</p>
      )}
      {result && samples.length < kept && <p className="help">The first {count(samples.length)} are shown.</p>}
    </FormDialog>
  )
}
