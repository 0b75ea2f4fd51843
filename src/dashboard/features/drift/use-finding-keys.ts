import { useState } from 'react'
import type { DriftFinding } from '#contract/workspace/drift.ts'
import { useKey } from '#dashboard/ui/overlay/keys.tsx'
import type { DriftActions } from './use-drift.ts'

const rowOf = (id: string | undefined) => document.querySelector<HTMLElement>(`li[data-finding="${id}"]`)
const focusedId = () => document.activeElement?.closest('li[data-finding]')?.getAttribute('data-finding')

/** j and k move through the list; p puts back, a accepts, i opens what can be ignored. */
export function useFindingKeys(shown: readonly DriftFinding[], { accept, putBack, isBusy }: DriftActions, mayDecide: boolean) {
  const [current, setCurrent] = useState<string>()
  const here = () => shown.findIndex(({ id }) => id === (focusedId() ?? current))
  function step(by: 1 | -1) {
    const next = shown[Math.max(0, Math.min(shown.length - 1, here() + by))]
    setCurrent(next?.id)
    rowOf(next?.id)?.focus()
  }
  /** The focus goes to what is next, because the row goes away. */
  function decide(run: (finding: DriftFinding) => void) {
    const finding = shown[here()]
    if (!finding || isBusy) return
    run(finding)
    const next = shown[here() + 1] ?? shown[here() - 1]
    setCurrent(next?.id)
    rowOf(next?.id)?.focus()
  }
  const canDecide = mayDecide && shown.length > 0
  useKey('j', 'Next change', () => step(1), shown.length > 0)
  useKey('k', 'Previous change', () => step(-1), shown.length > 0)
  useKey('p', 'Put back', () => decide((finding) => finding.canPutBack && putBack.mutate({ findings: [finding] })), canDecide)
  useKey('a', 'Accept', () => decide((finding) => accept.mutate([finding])), canDecide)
  useKey('i', 'Ignore…', () => rowOf(shown[here()]?.id)?.querySelector<HTMLElement>('[data-more]')?.click(), canDecide)
}
