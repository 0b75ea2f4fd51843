import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RoleName } from '#contract/gateway/role-names.ts'
import { rightsOf, type Access } from '#contract/gateway/rights.ts'
import { chatTabs, to } from '#dashboard/platform/to.ts'
import type { Facts } from '#dashboard/platform/session/facts.ts'
import { chatPages, detailPages, framelessPages } from './pages.ts'
import { dashboardPages, type PlaceName, pagesWithin, placeNames } from './places.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))

const noIds = new Set<string>(['signIn', 'join', 'newPasskey', 'compare', 'modes', 'changes', 'compareMoments'])

test.each(Object.entries({ ...dashboardPages, ...detailPages, ...framelessPages }))(
  'the page %s is where its function of to.ts leads',
  (name, { path }) => {
    const make = to[name as Exclude<keyof typeof dashboardPages, 'compare' | 'modes' | 'changes'> | 'present'] as (
      ...ids: number[]
    ) => string
    expect(noIds.has(name) ? make() : make(7, 3)).toBe(
      path.replace(':chatId', '7').replace(':pollId', '3').replace(':ruleId', '7').replace(':changeId', '7'),
    )
  },
)

test.each(Object.keys({ ...detailPages, ...framelessPages }))('a page links to %s, which no navigation lists', (name) => {
  expect(sources.filter((text) => text.includes(`to.${name}(`)).length).toBeGreaterThan(0)
})

test('each place but Automation is the address of its first page, which each of its pages is below', () => {
  for (const place of placeNames) {
    const paths = Object.values(dashboardPages)
      .filter(({ within }) => within === place)
      .map(({ path }) => path)
    const address = place === 'home' ? '/' : `/${place}`
    if (place !== 'automation') expect(paths[0]).toBe(address)
    expect(paths.filter((path) => path !== address && !path.startsWith(`${address}/`))).toEqual([])
  }
})

const alone: Facts = { chats: 1, hasTeam: false, people: 1, seesAccount: true, isRemote: false }
const many: Facts = { chats: 42, hasTeam: true, people: 9, seesAccount: true, isRemote: false }

test('a level has at most seven entries', () => {
  const everything = placeNames.map((place) => pagesWithin(place, () => true, { ...many, isRemote: true }))
  expect(Math.max(placeNames.length, ...everything.map(({ length }) => length))).toBeLessThanOrEqual(7)
})

const allTabs = ['Messages', 'Polls', 'Banned IPs', 'Settings']

/** Who sees what of the sidebar and of its tabs. */
const everyPlace = {
  home: ['Home'],
  inbox: ['Inbox'],
  chats: ['List', 'Compare'],
  automation: ['Rules', 'Modes', 'Schedule'],
  changes: ['Everyone', 'Me', 'Automatic', 'Outside Roomkeeper'],
  people: ['Members', 'Roles', 'Tokens'],
  account: ['Profile and plan', 'Social', 'Notifications'],
}
test.each<[RoleName, Facts, Partial<Record<PlaceName, string[]>>, string[]]>([
  ['owner', many, everyPlace, allTabs],
  ['owner', { ...many, isRemote: true }, { ...everyPlace, account: [...everyPlace.account, 'Connection'] }, allTabs],
  ['owner', { ...many, chats: null }, everyPlace, allTabs],
  ['owner', alone, { ...everyPlace, chats: ['List'], people: ['Members'] }, allTabs],
  ['manager', many, { ...everyPlace, people: [] }, allTabs],
  [
    'moderator',
    many,
    {
      ...everyPlace,
      chats: ['List'],
      changes: ['Me'],
      people: [],
      account: [],
    },
    ['Messages', 'Polls', 'Banned IPs'],
  ],
  ['host', many, { ...everyPlace, chats: ['List'], automation: [], changes: ['Me'], people: [], account: [] }, ['Messages', 'Polls']],
  [
    'accountant',
    many,
    { home: ['Home'], inbox: [], chats: [], automation: [], changes: ['Me'], people: [], account: ['Profile and plan', 'Notifications'] },
    [],
  ],
])('the role %s with %j sees %j, and of a chat %j', (role, facts, seen, tabs) => {
  const may = (right: Access) => right === 'signed-in' || rightsOf(role, {}).some((own) => own === right)
  const shown = placeNames.map((place) => [
    place,
    pagesWithin(place, may, { ...facts, seesAccount: may('account.read') }).map(({ title, tab }) => tab ?? title),
  ])
  expect(Object.fromEntries(shown)).toEqual(seen)
  expect(chatTabs.filter((tab) => may(chatPages[tab].right)).map((tab) => chatPages[tab].title)).toEqual(tabs)
})
