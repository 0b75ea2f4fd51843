import { Button } from '#dashboard/ui/form/Button.tsx'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rule } from '#contract/rules/rule.ts'
import type { StoredRule } from '#contract/gateway/rules.ts'
import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { fieldRow } from '#dashboard/platform/changes/change-row.ts'
import { ChangeTable } from '#dashboard/platform/changes/ChangeTable.tsx'
import { equal } from '#engine/saving/equal.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { whenText } from '#dashboard/ui/format/when.ts'
import { fieldsOfRule, ruleFieldNames, type RuleFields } from './rule-fields.ts'

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
    <Drawer opened onClose={onClose} title={`Versions of ${stored.rule.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
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
