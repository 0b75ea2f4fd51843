import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notificationEventNames } from '#contract/gateway/notification-events.ts'

const gateway = join(import.meta.dirname, '..')
const sources = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|test-|testing|database/.test(path))
  .map((path) => readFileSync(join(gateway, path), 'utf8'))

test('something sends each event that people can choose', () => {
  const isSent = (event: string) => sources.some((text) => text.includes(`'${event}'`))
  expect(notificationEventNames.filter((event) => !isSent(event))).toEqual([])
})
