import { driftResourceNames } from '#contract/workspace/drift.ts'
import { named, oneOf, text, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'

const driftState = urlState({
  show: oneOf(['open', 'put-back', 'accepted', 'ignored'], 'open'),
  /** What it is about. */
  about: oneOf(driftResourceNames),
  search: named('q', text()),
})

export type DriftView = ReturnType<typeof driftState.read>

/** The view of the page, all of it in the URL. */
export const useDriftView = () => useUrlState(driftState)
