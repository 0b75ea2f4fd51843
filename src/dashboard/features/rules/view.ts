import { stateOrder } from './state.ts'
import { named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

const rulesState = urlState({
  search: named('q', text()),
  show: oneOf(stateOrder),
  /** The id of a chat: shows only rules about it. */
  chat: named('chat', optionalText),
  sort: oneOf(['state', 'name', 'hits'], 'state'),
  open: oneOf(['lists']),
})

export type RulesView = ViewOf<typeof rulesState>

/** The view of the page, all of it in the URL. Opening the word lists adds a history entry, so that Back closes them. */
export const useRulesView = () => useUrlState(rulesState, (change) => Boolean(change.open))
