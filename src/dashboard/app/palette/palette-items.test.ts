// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { itemsFor } from './palette-items.ts'

const may = () => true
const actions = commands({ chat: undefined, recent: [], may, usesPresets: true, presetsOn: [] })
const firstFor = (typed: string) =>
  itemsFor(typed, { chats: [], chat: undefined, tab: 'messages', bindings: [], recent: [], commands: actions, may })[0]?.items[0]?.label

test.each([
  ['lock', 'Turn on Lockdown…'],
  ['raid', 'Turn on Lockdown…'],
  ['rules', 'Rules'],
  ['out', 'Outside changes'],
  ['sign', 'Sign out'],
  ['overview', 'Home'],
])('“%s” leads to %s', (typed, label) => {
  expect(firstFor(typed)).toBe(label)
})
