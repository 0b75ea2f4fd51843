import type { InboxItem } from './inbox.ts'

/** For tests: an outside change of the chat 7. */
export const testItem = (part: Partial<InboxItem> = {}): InboxItem => ({
  kind: 'outside',
  id: '7',
  title: '',
  chatIds: [7],
  place: 'Hall',
  count: 1,
  isSevere: false,
  isMissed: false,
  at: 0,
  ...part,
})
