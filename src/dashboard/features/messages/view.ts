import { flag, named, oneOf, optionalText, text, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'

/** What a moderator looks at, kept in the address. */
const messageListState = urlState({
  /** A preset or seconds: see time-range.ts. */
  range: text('all'),
  text: text(),
  isRegexp: named('as', flag('regexp')),
  /** The key of an author. The address says `poster`, as it always has. */
  author: named('poster', optionalText),
  hasLink: named('link', flag()),
  repeated: flag(),
  /** The job whose leftovers are shown. */
  left: optionalText,
  open: oneOf(['post', 'lab']),
})
export type MessageListView = ViewOf<typeof messageListState>

/** Typing does not fill the history; everything else is a step that Back undoes. */
export const useMessageListView = () => useUrlState(messageListState, (change) => change.text === undefined)
export type ChangeView = ReturnType<typeof useMessageListView>[1]
