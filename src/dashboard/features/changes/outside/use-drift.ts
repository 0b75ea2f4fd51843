import { useState } from 'react'
import { type Drift, type DriftFinding, type DriftPutBack, driftResourceNames, driftSeverityNames } from '#contract/gateway/drift.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { useNow } from '#dashboard/ui/format/time.tsx'
import { named, oneOf, text, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'
import { useSelection } from '#dashboard/ui/table/use-selection.ts'
import { refresh, refetchEvery } from '#dashboard/platform/api/query.ts'
import { refreshGateway, useGatewayAction, gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { fieldLabel, matches, placeName } from './finding-words.ts'

/** While it looks, the page asks more often. */
const runningMs = 2000
const idleMs = 30_000

export const driftQuery = {
  ...gatewayQuery('driftRead', {}),
  refetchInterval: refetchEvery(idleMs),
}

export const runningInterval = refetchEvery(runningMs)

const refreshDrift = () => refreshGateway('driftRead', 'inboxList')

/** A finding that holds another value by now than the one that was found. */
export interface Question {
  finding: DriftFinding
  now: DriftPutBack['now']
  /** Why it is asked about, where that is something else; ''. */
  message: string
}

function useDriftActions(onAsk: (questions: Question[]) => void) {
  const check = useGatewayAction('driftCheck', async (send) => {
    await send('driftCheck', {})
    await refreshDrift()
  })

  const accept = useGatewayAction('driftAccept', async (send, findings: readonly DriftFinding[]) => {
    await send('driftAccept', { body: { ids: findings.map(({ id }) => id) } })
    await refreshDrift()
    toast(plural(findings.length, 'Accepted', '{count} changes accepted'))
  })

  const putBack = useGatewayAction(
    'driftPutBack',
    async (send, { findings, overwrites = false }: { findings: readonly DriftFinding[]; overwrites?: boolean }) => {
      const done: DriftFinding[] = []
      const questions: Question[] = []
      const failed: string[] = []
      try {
        // One by one: a list of bans takes many requests of its own.
        for (const finding of findings) {
          const { data } = await send('driftPutBack', { body: { ids: [finding.id], overwrites } })
          for (const { outcome, now, message } of data) {
            if (outcome === 'done') done.push(finding)
            else if (outcome === 'asks') questions.push({ finding, now, message })
            else failed.push(`${placeName(finding)}, ${fieldLabel(finding)}: ${message || unknownOutcome}`)
          }
        }
      } finally {
        await Promise.all([refreshDrift(), refresh('chatList', 'chatRead', 'banList', 'pollList', 'accountRead', 'socialRead')])
      }
      if (failed.length > 0)
        toastWarning(plural(failed.length, 'Not put back', '{count} changes were not put back'), failed.slice(0, 3).join(' · '))
      else if (done.length > 0) toast(plural(done.length, 'Put back', '{count} changes put back'))
      if (questions.length > 0) onAsk(questions)
    },
  )

  const ignore = useGatewayAction('driftIgnore', async (send, { finding, scope }: { finding: DriftFinding; scope: 'chat' | 'all' }) => {
    await send('driftIgnore', { body: { id: finding.id, scope } })
    await refreshDrift()
    toast(`Outside changes of “${fieldLabel(finding)}” are not reported any more`)
  })

  const unignore = useGatewayAction('driftUnignore', async (send, ignoredId: string) => {
    await send('driftUnignore', { params: { ignoredId } })
    await refreshDrift()
  })

  const isBusy = accept.isPending || putBack.isPending || ignore.isPending
  return { check, accept, putBack, ignore, unignore, isBusy }
}

const unknownOutcome = 'No answer arrived. Check the value before you try again.'

const driftState = urlState({
  show: oneOf(['open', 'put-back', 'accepted', 'ignored'], 'open'),
  about: oneOf(driftResourceNames),
  search: named('q', text()),
})

const idOf = ({ id }: DriftFinding) => id

/** Deciding on these findings. */
export function useDecisions(shown: readonly DriftFinding[], catalogue: Catalogue) {
  /** Put back before, which hold another value by now: each is asked about. */
  const [questions, setQuestions] = useState<Question[]>([])
  /** To be put back at once, which is asked before. */
  const [asked, ask] = useState<readonly DriftFinding[]>([])
  const selection = useSelection({ rows: shown, idOf })
  return {
    catalogue,
    /** Milliseconds. */
    now: useNow() * 1000,
    mayDecide: useMay()('settings.write'),
    shown,
    selection,
    chosen: shown.filter(({ id, state }) => state === 'open' && selection.ids.has(id)),
    actions: useDriftActions(setQuestions),
    questions,
    setQuestions,
    asked,
    ask,
  }
}
export type Decisions = ReturnType<typeof useDecisions>

/** What the parts of the page show and do. The address has the search and the filters. */
export function useDriftScreen(drift: Drift, catalogue: Catalogue) {
  const { findings, ignored } = drift
  const [view, onView] = useUrlState(driftState)
  const ofState = findings.filter(({ state }) => state === view.show)
  const shown = driftSeverityNames.flatMap((severity) =>
    ofState.filter(
      (finding) =>
        finding.severity === severity && (view.about === null || finding.resource === view.about) && matches(view.search, finding),
    ),
  )
  return {
    ...drift,
    ...useDecisions(shown, catalogue),
    view,
    onView,
    ofState,
    shownIgnored: ignored.filter((one) => (view.about === null || one.resource === view.about) && matches(view.search, one)),
  }
}
export type DriftScreen = ReturnType<typeof useDriftScreen>
