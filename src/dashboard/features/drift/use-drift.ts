import type { DriftFinding, DriftPutBack } from '#contract/gateway/drift.ts'
import { queryClient, refresh, refetchEvery } from '#dashboard/platform/api/query.ts'
import { refreshWorkspace, useWorkspaceAction, workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { toast, toastWarning } from '#dashboard/ui/feedback/toast.tsx'
import { plural } from '#dashboard/ui/format/numbers.ts'
import { fieldLabel, placeName } from './finding-words.ts'

/** While it looks, the page asks more often. */
const runningMs = 2000
const idleMs = 30_000

export const driftQuery = {
  ...workspaceQuery('driftRead', {}),
  refetchInterval: refetchEvery(idleMs),
}

export const runningInterval = refetchEvery(runningMs)

/** The number beside the page in the navigation is that of the page. */
export function shareCount(findings: readonly DriftFinding[]): void {
  const open = findings.filter(({ state }) => state === 'open')
  const data = { open: open.length, severe: open.filter(({ severity }) => severity === 'severe').length }
  queryClient.setQueryData(['driftCount', {}], { status: true, data })
}

const refreshDrift = () => refreshWorkspace('driftRead', 'driftCount')

/** A finding that holds another value by now than the one that was found. */
export interface Question {
  finding: DriftFinding
  now: DriftPutBack['now']
  /** Why it is asked about, where that is something else; ''. */
  message: string
}

export function useDriftActions(onAsk: (questions: Question[]) => void) {
  const check = useWorkspaceAction('driftCheck', async (send) => {
    await send('driftCheck', {})
    await refreshDrift()
  })

  const accept = useWorkspaceAction('driftAccept', async (send, findings: readonly DriftFinding[]) => {
    await send('driftAccept', { body: { ids: findings.map(({ id }) => id) } })
    await refreshDrift()
    toast(plural(findings.length, 'Accepted', '{count} changes accepted'))
  })

  const putBack = useWorkspaceAction(
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
        toastWarning(plural(failed.length, 'Not put back', '{count} values were not put back'), failed.slice(0, 3).join(' · '))
      else if (done.length > 0) toast(plural(done.length, 'Put back', '{count} values put back'))
      if (questions.length > 0) onAsk(questions)
    },
  )

  const ignore = useWorkspaceAction('driftIgnore', async (send, { finding, scope }: { finding: DriftFinding; scope: 'chat' | 'all' }) => {
    await send('driftIgnore', { body: { id: finding.id, scope } })
    await refreshDrift()
    toast(`Changes of “${fieldLabel(finding)}” from outside are not reported any more`)
  })

  const unignore = useWorkspaceAction('driftUnignore', async (send, ignoredId: string) => {
    await send('driftUnignore', { params: { ignoredId } })
    await refreshDrift()
  })

  const isBusy = accept.isPending || putBack.isPending || ignore.isPending
  return { check, accept, putBack, ignore, unignore, isBusy }
}

const unknownOutcome = 'No answer arrived. Check the value before you try again.'

export type DriftActions = ReturnType<typeof useDriftActions>
