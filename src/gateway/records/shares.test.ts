import { expect, test } from 'vitest'
import type { RecordKind } from '#contract/gateway/record-kinds.ts'
import { rightNames } from '#contract/gateway/rights.ts'
import type { RecordActor } from './record-store.ts'
import { newAccount, note, onRecords, refusalOf } from './test-records.ts'

/** What one writer and all of an account may store. */

const as = (actor: RecordActor, name: string): RecordActor => ({
  ...actor,
  member: { id: name.toLowerCase(), name, chats: 'all', rights: rightNames },
})

onRecords('shares of records', (records) => {
  const sharesOf = ({ workspace }: RecordActor) =>
    records.query.selectFrom('record_share').select(['kind', 'writer', 'records', 'bytes']).where('workspace', '=', workspace).execute()
  /** As if a writer stored this much of a kind. */
  const fill = ({ workspace }: RecordActor, kind: RecordKind, writer: string, full: { records?: number; bytes?: number }) =>
    records.query
      .insertInto('record_share')
      .values({ workspace, kind, writer, records: 1, bytes: 1, ...full })
      .onConflict((conflict) => conflict.columns(['workspace', 'kind', 'writer']).doUpdateSet(full))
      .execute()

  test('the records of an account are limited', async () => {
    const ada = newAccount()
    const first = await records.write(ada, 'ban-notes', '1-1', 0, note('first'))
    await fill(ada, 'presets', 'kim', { records: 50_000 })
    expect((await refusalOf(records.write(ada, 'ban-notes', '1-2', 0, note('x')))).code).toBe('record_limit')
    // What is there can still be changed and deleted.
    const second = await records.write(ada, 'ban-notes', '1-1', first!.version, note('longer than before'))
    await fill(ada, 'presets', 'kim', { bytes: 32 * 1024 * 1024 })
    expect((await refusalOf(records.write(ada, 'ban-notes', '1-2', 0, note('x')))).code).toBe('record_limit')
    expect(await records.write(ada, 'ban-notes', '1-1', second!.version, null)).toBeNull()
  })

  test.each([
    ['bytes', { bytes: 4 * 1024 * 1024 }, /^One person may store at most 4 MiB of notes of bans in this account\. Nothing was stored/],
    ['records', { records: 20_000 }, /at most 20,000 notes of bans in/],
  ])('a person fills only their own share of a kind, in %s', async (_, full, words) => {
    const ada = newAccount()
    const [kim, tom] = [as(ada, 'Kim'), as(ada, 'Tom')]
    const first = await records.write(kim, 'ban-notes', '1-1', 0, note('first'))
    await fill(ada, 'ban-notes', 'kim', full)
    const refusal = await refusalOf(records.write(kim, 'ban-notes', '1-2', 0, note('x')))
    expect([refusal.code, refusal.message]).toEqual(['record_limit', expect.stringMatching(words)])
    // Another kind, other people, and what takes less.
    await records.write(kim, 'post-texts', 'a', 0, 'x')
    await records.write(ada, 'ban-notes', '1-3', 0, note('x'))
    expect(await records.write(kim, 'ban-notes', '1-1', first!.version, note('1st'))).not.toBeNull()
    const theirs = await records.write(tom, 'ban-notes', '1-2', 0, note('x'))
    await records.write(kim, 'ban-notes', '1-2', theirs!.version, null)
    expect((await sharesOf(ada)).filter(({ writer }) => writer === 'tom')).toEqual([])
  })

  test('a record is in the share of whoever wrote it last', async () => {
    const ada = newAccount()
    const kim = as(ada, 'Kim')
    const first = await records.write(kim, 'ban-notes', '1-1', 0, note('é'))
    expect(await sharesOf(ada)).toEqual([{ kind: 'ban-notes', writer: 'kim', records: 1, bytes: 27 }])
    await records.write(ada, 'ban-notes', '1-1', first!.version, note('e'))
    expect(await sharesOf(ada)).toEqual([{ kind: 'ban-notes', writer: '', records: 1, bytes: 26 }])
  })
})
