import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { rightsOf, type Access } from '#contract/gateway/rights.ts'
import { chatTabs, to } from '#dashboard/platform/to.ts'
import { chatPages, dashboardPages, detailPages, framelessPages } from './pages.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

const unlisted = Object.entries(dashboardPages).filter(([, { isUnlisted, accountTab }]) => isUnlisted && !accountTab)

test.each(Object.entries({ ...dashboardPages, ...detailPages, ...framelessPages }))(
  'the page %s is where its function of to.ts leads',
  (name, { path }) => {
    const make = to[name as Exclude<keyof typeof dashboardPages, 'matrix' | 'presets'> | 'present'] as (...ids: number[]) => string
    expect(['signIn', 'join', 'newPasskey', 'matrix', 'presets'].includes(name) ? make() : make(7, 3)).toBe(
      path.replace(':chatId', '7').replace(':pollId', '3').replace(':ruleId', '7').replace(':changeId', '7'),
    )
  },
)

test.each([...unlisted, ...Object.entries({ ...detailPages, ...framelessPages })])(
  'a page links to %s, which no navigation lists',
  (name) => {
    expect(sources.filter((text) => text.includes(`to.${name}(`)).length).toBeGreaterThan(0)
  },
)

test.each<[RoleName, string[], string[]]>([
  [
    'owner',
    ['Overview', 'Chats', 'Account', 'Service', 'Social', 'Activity'],
    ['Settings', 'Messages', 'Polls', 'Banned IPs', 'Hours', 'History'],
  ],
  [
    'manager',
    ['Overview', 'Chats', 'Account', 'Service', 'Social', 'Activity'],
    ['Settings', 'Messages', 'Polls', 'Banned IPs', 'Hours', 'History'],
  ],
  ['moderator', ['Overview', 'Chats', 'Activity'], ['Messages', 'Polls', 'Banned IPs']],
  ['host', ['Overview', 'Chats', 'Activity'], ['Messages', 'Polls']],
  ['accountant', ['Account', 'Service', 'Activity'], []],
])('the role %s may open %j, and of a chat %j', (role, pages, tabs) => {
  const mayOpen = ({ right }: { right: Access }) => right === 'signed-in' || rightsOf(role, {}).some((own) => own === right)
  const known = new Set(['Overview', 'Chats', 'Account', 'Service', 'Social', 'Activity'])
  const opened = Object.values(dashboardPages).filter((page) => mayOpen(page) && known.has(page.title))
  expect(opened.map(({ title }) => title)).toEqual(pages)
  expect(chatTabs.filter((tab) => mayOpen(chatPages[tab])).map((tab) => chatPages[tab].title)).toEqual(tabs)
})
