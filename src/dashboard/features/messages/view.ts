import { flag, named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** Filters, time range and open drawer of the messages view, kept in the URL. */
const messageListState = urlState({
  /** A preset or seconds: see time-range.ts. */
  range: text('all'),
  text: text(),
  isRegexp: named('as', flag('regexp')),
  /** The key of an author. The URL parameter stays `poster`, so that existing links work. */
  author: named('poster', optionalText),
  hasLink: named('link', flag()),
  repeated: flag(),
  byRules: named('rules', flag()),
  /** The id of a deletion whose remaining messages are shown. */
  remaining: named('left', optionalText),
  open: oneOf(['post', 'lab']),
})
export type MessageListView = ViewOf<typeof messageListState>

/** Typing replaces the history entry, and so does closing a drawer; every other change adds one, which Back undoes. */
export const useMessageListView = () => useUrlState(messageListState, (change) => change.text === undefined && change.open !== null)
export type ChangeView = ReturnType<typeof useMessageListView>[1]
