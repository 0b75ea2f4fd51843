import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInPresets } from '#contract/presets/preset.ts'
import { AuditEntry } from '#contract/gateway/audit.ts'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import { fromPage } from '../testing/gateway.ts'
import { startTeam, type TestPerson, type TestTeam } from '../testing/team.ts'

/** What the audit log says of changes of records. */

let team: TestTeam
let tom: TestPerson
beforeAll(async () => {
  team = await startTeam()
  tom = await team.joined({ name: 'Tom', role: 'manager', chats: [7] })
})
afterAll(() => team.close())

interface Change {
  chatId: number | null
  key: string
  version: number
  value: unknown
}
const write = async (by: TestPerson, kind: RecordKind, changes: Change[]) => {
  const answer = await team.ask(by.cookie, 'recordsWrite', { params: { kind }, body: { changes } })
  const { data } = (await answer.json()) as { data?: ({ version: number } | null)[] }
  return { status: answer.status, version: data?.[0]?.version ?? 0 }
}
const newest = async (by: TestPerson, path: string, count = 1) => {
  const answer = await team.send(`/bff/workspace${path}?limit=${count}`, { headers: { ...fromPage, cookie: by.cookie } })
  const { data } = (await answer.json()) as { data: { entries: unknown[] } }
  return data.entries.map((entry) => AuditEntry.parse(entry))
}

test('a changed word list says which words were added and removed, and stays small', async () => {
  const words = Array.from({ length: 10_000 }, (_, index) => `${'w'.repeat(20)}${index}`)
  const list = (of: string[]) => ({ chatId: null, key: 'l1', value: { name: 'Insults', words: of } })
  const { version } = await write(team.ines, 'word-lists', [{ ...list(words), version: 0 }])
  const [created] = await newest(team.ines, '/audit')
  expect(created).toMatchObject({ action: 'wordListWrite', subject: 'Insults', outcome: 'done', kind: 'messages', chatId: null })
  expect(created!.changes.slice(0, 2)).toEqual([
    { name: 'name', after: 'Insults' },
    { name: 'words', before: 0, after: 10_000 },
  ])
  expect(JSON.stringify(created).length).toBeLessThan(4000)
  await write(team.ines, 'word-lists', [{ ...list([...words.slice(1), 'hello']), version }])
  expect((await newest(team.ines, '/audit'))[0]!.changes).toEqual([
    { name: 'words.removed', before: JSON.stringify([words[0]]) },
    { name: 'words.added', after: '["hello"]' },
  ])
})

test('labels have their values before and after, in the chat that they belong to', async () => {
  const labels = (chatId: number, label: string, version = 0) => ({ chatId, key: 'labels', version, value: { labels: [label] } })
  const { version } = await write(team.ines, 'chat-labels', [labels(7, 'Calm'), labels(8, 'Calm')])
  expect((await newest(team.ines, '/audit', 2)).map(({ action, chatId }) => [action, chatId])).toEqual([
    ['chatLabelsWrite', 8],
    ['chatLabelsWrite', 7],
  ])
  await write(tom, 'chat-labels', [labels(7, 'VIP', version)])
  const [changed] = await newest(team.ines, '/audit')
  expect(changed).toMatchObject({ chatId: 7, who: { name: 'Tom' }, outcome: 'done' })
  expect(changed!.changes).toEqual([{ name: 'labels', before: '["Calm"]', after: '["VIP"]' }])
})

test('an edited built-in mode is compared with the one that it replaces, and bringing that one back with the edited one', async () => {
  const { lockdown } = builtInPresets
  const edited = { ...lockdown, minutes: 30 }
  const record = { chatId: null, key: 'lockdown' }
  const { version } = await write(team.ines, 'presets', [{ ...record, version: 0, value: edited }])
  const changed = { action: 'presetWrite', subject: 'Lockdown', changes: [{ name: 'minutes', before: 120, after: 30 }] }
  expect((await newest(team.ines, '/audit'))[0]).toMatchObject(changed)
  await write(team.ines, 'presets', [{ ...record, version, value: null }])
  expect((await newest(team.ines, '/audit'))[0]).toMatchObject({ ...changed, changes: [{ name: 'minutes', before: 30, after: 120 }] })
})

test('who may not write a record learns nothing of it from the entry of the refusal', async () => {
  expect((await write(tom, 'word-lists', [{ chatId: null, key: 'l1', version: 0, value: { name: 'Mine', words: [] } }])).status).toBe(403)
  const [refused] = await newest(tom, '/me/audit')
  expect(refused).toMatchObject({ action: 'wordListWrite', outcome: 'refused', subject: '', changes: [] })
})

test('of many records an entry says how many, and the first of them', async () => {
  const notes = Array.from({ length: 500 }, (_, index) => ({
    chatId: 7,
    key: `${index}-${index}`,
    version: 0,
    value: { note: 'n'.repeat(5000), reviewOn: '' },
  }))
  // Below the limit of a request, in two.
  for (const part of [notes.slice(0, 50), notes.slice(50, 90)]) expect((await write(team.ines, 'ban-notes', part)).status).toBe(200)
  const [entry] = await newest(team.ines, '/audit')
  expect(entry).toMatchObject({ action: 'banNoteWrite', chatId: 7, count: 40, subject: '' })
  expect(entry!.changes).toHaveLength(21)
  expect(entry!.changes.at(-1)).toEqual({ name: 'more', after: 20 })
  expect(JSON.stringify(entry).length).toBeLessThan(6000)
})
