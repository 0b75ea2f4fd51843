// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { lastPlaces, recentChatIds, rememberPlace } from './places.ts'
import { keep, setSession } from '#dashboard/platform/session/session.ts'

beforeEach(() => {
  localStorage.clear()
  setSession({ session: { signedIn: true, identity: 'ada' } as never })
})

test('a place is a page, whatever was searched or opened on it', () => {
  for (const path of ['/chats?q=welcom', '/chats/7/settings?compare=', '/chats/7/settings?review=', '/social']) rememberPlace(path)
  expect(lastPlaces()).toEqual(['/chats/7/settings', '/chats'])
})

test('places that were kept with their queries are pages as well', () => {
  keep('places', JSON.stringify(['/', '/chats?q=a', '/chats?q=b', '/account']))
  expect(lastPlaces()).toEqual(['/chats', '/account'])
})

test('the recent chats, newest first', () => {
  for (const path of ['/chats/7/polls', '/chats/9/settings', '/chats', '/chats/7/messages']) rememberPlace(path)
  expect(recentChatIds()).toEqual([7, 9])
})
