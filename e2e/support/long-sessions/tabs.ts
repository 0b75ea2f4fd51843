import type { Page } from '@playwright/test'
import type { Tab, World } from './world.ts'

export const nothingSeen: Tab['seen'] = {
  path: '',
  depth: 0,
  overlays: [],
  focus: 'body',
  tooWide: 0,
  shifts: [],
  edits: { bar: 0, badge: null, offered: 0 },
  selected: [],
  going: [],
  isTyping: false,
  entries: [],
  typed: null,
  isUndoOffered: false,
  isSidebarFolded: false,
  searches: [],
  busy: [],
  fields: {},
  rows: null,
  heading: '',
  notes: [],
}

/** A tab of the browser: settings of the last chat are edited in the second one, those of the others in the first. */
export function watchTab(world: World, page: Page): Tab {
  const isFirst = world.tabs.length === 0
  const last = world.chats.length - 1
  return { page, load: world.newLoad(), editable: (chat) => (chat === last) !== isFirst, seen: nothingSeen }
}
