import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What is written in one way everywhere on the page, and what a compiler cannot ask for. */

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/test[.-]/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('the buttons of a dialog are in its foot, which stays in sight', () => {
  expect(sources.filter(({ text }) => /<(?:Form|Close)?Dialog\b/.test(text)).length).toBeGreaterThan(10)
  // The frames of these, and what has none of them.
  const dialogs = sources.filter(({ text }) => /<Modal\b/.test(text) && text.includes('data-autofocus'))
  expect(dialogs.length).toBeGreaterThan(0)
  expect(dialogs.filter(({ text }) => !text.includes('<DialogFoot')).map(({ path }) => path)).toEqual([])
  expect(sources.filter(({ text }) => text.includes('<Group justify="flex-end"')).map(({ path }) => path)).toEqual([])
})

/** Where the name itself is meant: sought, ordered by, compared with what a person types. */
const meantName = new Set(['platform/chats/chat-search.ts', 'features/account/connection/learn.ts'])

test('a chat is named by one function, which has a name for those without one', () => {
  const raw = sources.filter(({ path, text }) => !meantName.has(path) && /\b(?:chat|chats\[0\]|theirs|only)!?\??\.name\b/.test(text))
  expect(raw.map(({ path }) => path)).toEqual([])
})

test('how many more there are is written as other numbers are', () => {
  const raw = sources.filter(({ text }) =>
    /\$\{[\w.]+\.(?:length|size) - [\w.]+\}|\$\{(?:left|more)\} (?:left|more)|class[^>]*num[^>]*>\{[\w.]+\.length\}/.test(text),
  )
  expect(raw.map(({ path }) => path)).toEqual([])
})
