import { named, oneOf, optionalText, urlState, useUrlState } from '#dashboard/ui/page/url-state.ts'

const presetsState = urlState({
  /** The id of the preset that is shown. */
  preset: named('preset', optionalText),
  open: oneOf(['new', 'edit', 'from-chat', 'from-changes']),
})

/** The view of the page, all of it in the URL. Opening a form adds a history entry, so that Back closes it. */
export const usePresetsView = () => useUrlState(presetsState, (change) => Boolean(change.open))
