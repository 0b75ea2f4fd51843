// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { recentPages, recentChatIds, recentTab, rememberPage } from './recent-pages.ts'
import { storeText, setSession } from '#dashboard/platform/session/session-state.ts'

beforeEach(() => {
  localStorage.clear()
  setSession({ session: { signedIn: true, identity: 'ada', service: { kind: 'bundled' } } as never })
})

test('a page is remembered without its query', () => {
  for (const path of ['/chats?q=welcom', '/chats/7/settings?compare=', '/chats/7/settings?review=', '/account']) rememberPage(path)
  expect(recentPages()).toEqual(['/chats/7/settings', '/chats'])
})

test('stored paths with a query are read as pages', () => {
  storeText('places', JSON.stringify(['/', '/chats?q=a', '/chats?q=b', '/account']))
  expect(recentPages()).toEqual(['/chats', '/account'])
})

test('the tab that was opened last is that of the last page of a chat', () => {
  expect(recentTab()).toBeUndefined()
  for (const path of ['/chats/7/polls', '/chats/9/banned-ips?text=1', '/chats/compare', '/chats']) rememberPage(path)
  expect(recentTab()).toBe('banned-ips')
})

test('the recent chats are sorted newest first', () => {
  for (const path of ['/chats/7/polls', '/chats/9/settings', '/chats', '/chats/7/messages']) rememberPage(path)
  expect(recentChatIds()).toEqual([7, 9])
})
