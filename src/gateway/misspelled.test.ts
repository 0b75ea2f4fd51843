import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { misspelled, variables } from './env.ts'

test('the variables are those that the documents explain', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*)/gm)
  const documented = [...rows].flatMap(([, names]) => names!.split(', ').map((name) => name.slice(1, -1)))
  expect(documented.length).toBeGreaterThan(25)
  expect(variables).toEqual(documented)
})

test.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['CHAT_API_URI', 'CHAT_API_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['LOGLEVEL', 'LOG_LEVEL'],
])('%s is almost %s', (name, meant) => {
  expect(misspelled({ [name]: 'x' })).toEqual([{ name, meant }])
})

test('neither the right names nor those of every environment are misspelled', () => {
  const usual = 'HOME PATH PWD SHELL TERM LANG USER HOSTNAME LOGNAME NODE_ENV TZ TMPDIR EDITOR MAIL HOSTS CI npm_config_cache'
  expect(misspelled(Object.fromEntries([...usual.split(' '), ...variables].map((name) => [name, 'x'])))).toEqual([])
})
