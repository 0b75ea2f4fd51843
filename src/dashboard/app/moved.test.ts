import { expect, test } from 'vitest'
import { movedTo } from './moved.ts'

test.each([
  ['/review', '/inbox'],
  ['/review?rule=7&chat=3', '/inbox?rule=7&chat=3'],
  ['/settings?differs=7', '/chats/compare?differs=7'],
  ['/settings/', '/chats/compare'],
  ['/presets?preset=lockdown&open=edit', '/automation/modes?mode=lockdown&open=edit'],
  ['/rules?open=lists', '/automation/rules?open=lists'],
  ['/rules/new?template=links', '/automation/rules/new?template=links'],
  ['/rules/1-k2', '/automation/rules/1-k2'],
  ['/drift?show=accepted', '/changes/outside?show=accepted'],
  ['/activity', '/changes'],
  ['/activity?show=me&q=a%26b', '/changes/me?q=a%26b'],
  ['/activity?show=everyone&room=7&entry=48', '/changes?chat=7&entry=48'],
  ['/social', '/account/social'],
  ['/account/team?open=person-4', '/people?open=person-4'],
  ['/account/team?open=token', '/people/tokens?open=token'],
  ['/account/rights', '/people/roles'],
  ['/account/standing', '/automation/schedule'],
  ['/chats/7/hours', '/chats/7/settings#opening-hours'],
  ['/chats/7/hours?from=mail#top', '/chats/7/settings?from=mail#opening-hours'],
  ['/chats/7/history', '/changes/compare?chat=7'],
  ['/chats/7/history/?a=s12&b=now', '/changes/compare?chat=7&a=s12&b=now'],
  ['/account/service#learned', '/account/connection#learned'],
])('%s is now %s', (old, now) => {
  expect(movedTo(new URL(old, 'https://rooms.example'))).toBe(now)
})

test.each(['/nowhere', '/rules/1/2', '/account/7', '/reviews', '/chats/7/histories', '/chats/a/history'])(
  '%s never was an address of a page',
  (path) => {
    expect(movedTo(new URL(path, 'https://rooms.example'))).toBeNull()
  },
)
