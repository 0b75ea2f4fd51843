import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Rule } from '#contract/rules/rule.ts'
import type { SessionPerson } from '#contract/session.ts'
import type { Rules } from '#contract/gateway/rules.ts'
// Loaded with the page, so that its first read does not wait for another file.
import '#dashboard/platform/records/gateway-records.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { takeWords, waitingWords } from '#dashboard/platform/rules/handover.ts'
import { ownChoice } from '#dashboard/platform/chats/reach-reasons.ts'
import { useMay, usePerson } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { EmptyState, LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { RuleEditor } from './edit/RuleEditor.tsx'
import { ruleProblem } from './rule-problem.ts'
import { rulesQuery } from './queries.ts'
import { emptyRule, templateNames, templates, withWords } from './templates.ts'

/** One rule, or a new one. */
export function RulePage() {
  const { ruleId = '' } = useParams()
  const [query] = useSearchParams()
  const reading = useQuery(rulesQuery())
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data
  const may = useMay()
  const person = usePerson()
  if (!reading.data)
    return (
      <>
        <PageHead />
        {reading.error ? <LoadError what="The rule" reading={reading} /> : <p className="panel">Reading…</p>}
      </>
    )
  const all = reading.data.data
  const isNew = ruleId === 'new'
  const stored = isNew ? null : all.rules.find(({ id }) => id === ruleId)
  if (stored === undefined || (isNew && !may('rules.write')))
    return (
      <>
        <PageHead />
        <EmptyState icon="rule" title={isNew ? 'You cannot write rules' : 'There is no such rule'}>
          {isNew ? 'Ask an Owner for the permission to write rules.' : 'It was deleted, or it is about chats that you cannot see.'}{' '}
          <PageLink to={to.rules()} className="link">
            All rules
          </PageLink>
        </EmptyState>
      </>
    )
  const initial = isNew ? initialRule(query, all, person) : null
  return (
    <div className="column grow page-width">
      <StaleNotice what="The rule" reading={reading} />
      <RuleEditor
        key={initial?.key ?? ruleId}
        stored={stored}
        start={initial?.rule ?? emptyRule}
        draft={initial ? `rule-new-${initial.key}` : `rule-${ruleId}`}
        all={all}
        chats={chats}
        problem={stored && ruleProblem(person, stored)}
        onCreated={() => takeWords('rule')}
      />
    </div>
  )
}

/** The initial content of a new rule. `key` identifies where it comes from. */
function initialRule(query: URLSearchParams, all: Rules, person: SessionPerson | null): { key: string; rule: Rule } {
  const { key, rule } = offeredRule(query, all)
  return { key, rule: { ...rule, scope: { ...rule.scope, chats: ownChoice(person, 'rules.write', rule.scope.chats) } } }
}

function offeredRule(query: URLSearchParams, { rules }: Rules): { key: string; rule: Rule } {
  const template = templateNames.find((name) => name === query.get('template'))
  if (template) return { key: template, rule: templates[template].rule }
  if (query.get('with') === 'words') return { key: 'with-words', rule: withWords(waitingWords('rule')) }
  const from = rules.find(({ id }) => id === query.get('from'))
  return from ? { key: `from-${from.id}`, rule: { ...from.rule, name: `${from.rule.name} copy` } } : { key: 'empty', rule: emptyRule }
}
