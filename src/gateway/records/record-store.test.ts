import { describe, expect, test } from 'vitest'
import { recordKinds, recordKindNames, type RecordKind } from '#contract/gateway/record-kinds.ts'
import type { StaleRecords } from '#contract/gateway/records.ts'
import { roleNames } from '#contract/gateway/role-names.ts'
import { rightNames, roles } from '#contract/gateway/rights.ts'
import { Refusal } from '#http/refusal.ts'
import type { RecordActor, RecordStore } from './record-store.ts'
import { listAll, newAccount, note, onRecords, refusalOf } from './test-records.ts'

const member = (name: string, chats: number[] | 'all', rights: readonly string[]) => ({ id: name.toLowerCase(), name, chats, rights })
const as = (actor: RecordActor, person: RecordActor['member']): RecordActor => ({ ...actor, member: person })
const moderator = roles.moderator.rights

const samples: Record<RecordKind, unknown> = {
  'poll-rounds': { at: 1, before: 'reset', question: 'Tea?', answers: [{ place: 1, text: 'Yes', votes: 3 }] },
  'poll-templates': { question: 'Tea?', answer1: 'Yes', answer2: 'No', answer3: '', answer4: '' },
  'poll-groups': [
    { chatId: 7, pollId: 1 },
    { chatId: 8, pollId: 2 },
  ],
  'ban-notes': note('spam'),
  'post-texts': 'Back at nine',
  'chat-labels': { labels: ['Sport'] },
  'chat-hours': {
    isOn: true,
    zone: 'Europe/Berlin',
    week: [[{ from: 1140, to: 1500, message: '' }], [], [], [], [], [], []],
    exceptions: [{ name: 'Christmas', from: '2026-12-24', to: '2026-12-26', periods: [], message: 'Merry Christmas' }],
    message: 'Closed',
    showForm: false,
    openUntil: null,
  },
  'saved-views': { name: 'Offline', page: 'chats', query: 'show=offline' },
  'word-lists': { name: 'Scam words', words: ['free pass', 'whatsapp'] },
  presets: { name: 'Vet evening', description: '', values: { anonymous: false }, chats: { labels: [], chatIds: [7, 8] }, minutes: 60 },
}

onRecords('records', (records) => {
  test.each(recordKindNames)('%s are stored as they were written, each account for itself', async (kind) => {
    const [one, other] = [newAccount(), newAccount()]
    const stored = await records.write(one, kind, 'a', 0, samples[kind])
    expect(await listAll(records.store, one, kind)).toEqual([stored])
    expect(stored).toMatchObject({ key: 'a', value: samples[kind], changedAt: 1000, changedBy: '' })
    expect(await listAll(records.store, other, kind)).toEqual([])
  })

  test('a stale change stores nothing and gets what is stored now, by whom', async () => {
    const ada = newAccount()
    await records.query
      .insertInto('person')
      .values({
        id: 'kim',
        workspace: ada.workspace,
        name: 'Kim',
        role: 'moderator',
        chats: '[7]',
        limits: '{}',
        email: '',
        joined: 1,
        invited_by: '',
        last_seen: null,
        used_recovery_code: 0,
        waiting_until: 0,
        removed: null,
        revision: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const kim = as(ada, member('Kim', [7], moderator))
    const first = await records.write(ada, 'ban-notes', '1-1', 0, note('first'))
    const second = await records.write(kim, 'ban-notes', '1-1', first!.version, note('second'))
    const late = records.store.write(ada, 'ban-notes', [
      { chatId: 7, key: '1-2', version: 0, value: note('another') },
      { chatId: 7, key: '1-1', version: first!.version, value: note('late') },
    ])
    const refusal = await refusalOf(late)
    expect([refusal.status, refusal.data]).toEqual([412, [{ index: 1, stored: second! }] satisfies StaleRecords])
    expect(await listAll(records.store, ada, 'ban-notes', 7)).toEqual([{ ...second, changedBy: 'Kim' }])
  })

  test('a record that was deleted and written anew is another one: its version does not return', async () => {
    const ada = newAccount()
    const first = await records.write(ada, 'ban-notes', '1-1', 0, note('first'))
    await records.write(ada, 'ban-notes', '1-1', first!.version, null)
    await records.write(ada, 'ban-notes', '1-1', 0, note('new'))
    expect((await refusalOf(records.write(ada, 'ban-notes', '1-1', first!.version, note('late')))).status).toBe(412)
    expect((await refusalOf(records.write(ada, 'ban-notes', '1-1', first!.version, null))).status).toBe(412)
  })

  test('a change that is repeated because its answer was lost has no second effect', async () => {
    const ada = newAccount()
    const first = await records.write(ada, 'ban-notes', '1-1', 0, note('first'))
    expect(await records.write(ada, 'ban-notes', '1-1', 0, note('first'))).toEqual(first)
    await records.write(ada, 'ban-notes', '1-1', first!.version, null)
    expect(await records.write(ada, 'ban-notes', '1-1', first!.version, null)).toBeNull()
  })

  test('people see and change the records of their chats, by the rights that the kind names', async () => {
    const ada = newAccount()
    for (const kind of recordKindNames) for (const chatId of [7, 8]) await records.write(ada, kind, `k${chatId}`, 0, samples[kind], chatId)
    await records.write(ada, 'poll-groups', 'own', 0, [
      { chatId: 7, pollId: 1 },
      { chatId: 7, pollId: 3 },
    ])
    for (const role of roleNames) {
      const person = as(ada, member('Kim', [7], roles[role].rights))
      for (const kind of recordKindNames) {
        const { scope, read, write: writes } = recordKinds[kind]
        const may = (rights: readonly string[]) => rights.some((right) => roles[role].rights.some((own) => own === right))
        const listed = listAll(records.store, person, kind).then((found) => found.map(({ chatId, key }) => [chatId, key]))
        if (!may(read)) expect((await refusalOf(listed)).code).toBe('no_right')
        // A group that names a chat of others is not for them.
        else if (kind === 'poll-groups') expect(await listed).toEqual([[null, 'own']])
        else
          expect(await listed).toEqual(
            scope === 'chat'
              ? [[7, 'k7']]
              : [
                  [null, 'k7'],
                  [null, 'k8'],
                ],
          )
        const change = { chatId: scope === 'chat' ? 8 : null, key: 'k8', version: 0, value: samples[kind] }
        const answer = refusalOf(
          records.store.write(person, kind, [change]).then((): never => {
            throw new Refusal('invalid', 'written')
          }),
        )
        // These reach a chat of others.
        const writable = may(writes) && scope === 'account' && kind !== 'poll-groups' && kind !== 'presets' && kind !== 'word-lists'
        expect([role, kind, (await answer).code]).toEqual([role, kind, writable ? 'invalid' : 'no_right'])
      }
      if (role !== 'owner') expect((await refusalOf(listAll(records.store, person, 'ban-notes', 8))).code).toBe('no_right')
    }
    expect((await listAll(records.store, as(ada, member('Kim', [7], rightNames)), 'ban-notes')).map(({ chatId }) => chatId)).toEqual([7])
  })

  test('a mode shows only the chats that a person may see, and whoever may not see all of them cannot overwrite it', async () => {
    const ada = newAccount()
    const named = await records.write(ada, 'presets', 'vet', 0, samples.presets)
    const kim = as(ada, member('Kim', [7], rightNames))
    const [seen] = await listAll(records.store, kim, 'presets')
    expect(seen).toMatchObject({ value: { name: 'Vet evening', chats: { labels: [], chatIds: [7] } }, isReduced: true })
    expect(await listAll(records.store, as(ada, member('Lea', [7, 8], rightNames)), 'presets')).toEqual([named])
    const change = { chatId: null, key: 'vet', version: named!.version, value: seen!.value }
    expect((await refusalOf(records.store.write(kim, 'presets', [change]))).code).toBe('no_right')
    expect((await listAll(records.store, ada, 'presets'))[0]?.value).toEqual(samples.presets)
  })

  test.each<[string, Parameters<RecordStore['write']>[1], object]>([
    ['a value of another kind', 'ban-notes', { chatId: 7, key: 'a', version: 0, value: 'text' }],
    ['a missing value', 'ban-notes', { chatId: 7, key: 'a', version: 0, value: undefined }],
    ['a value that is too long', 'ban-notes', { chatId: 7, key: 'a', version: 0, value: note('x'.repeat(10_001)) }],
    ['no chat where there must be one', 'ban-notes', { chatId: null, key: 'a', version: 0, value: note('x') }],
    ['a chat where there is none', 'poll-templates', { chatId: 7, key: 'a', version: 0, value: samples['poll-templates'] }],
  ])('%s is refused', async (_, kind, change) => {
    const ada = newAccount()
    expect((await refusalOf(records.store.write(ada, kind, [change as never]))).code).toBe('invalid')
    expect(await listAll(records.store, ada, kind)).toEqual([])
  })

  test('the same record twice in one request is refused', async () => {
    const ada = newAccount()
    const change = { chatId: 7, key: 'a', version: 0, value: note('x') }
    expect((await refusalOf(records.store.write(ada, 'ban-notes', [change, { ...change, value: note('y') }]))).code).toBe('invalid')
  })

  test('a list that is full takes no more, and a deletion makes room', async () => {
    const ada = newAccount()
    const first = await records.write(ada, 'chat-labels', 'labels', 0, samples['chat-labels'])
    const second = { chatId: 7, key: 'more', version: 0, value: samples['chat-labels'] }
    expect((await refusalOf(records.store.write(ada, 'chat-labels', [second]))).code).toBe('record_limit')
    expect(await listAll(records.store, ada, 'chat-labels')).toEqual([first])
    await records.write(ada, 'chat-labels', 'labels', first!.version, null)
    await records.store.write(ada, 'chat-labels', [second])
  })

  describe('a list', () => {
    const write = async (actor: RecordActor, count: number, text: string) =>
      records.store.write(
        actor,
        'ban-notes',
        Array.from({ length: count }, (_, index) => ({ chatId: 7, key: `${1000 + index}-1`, version: 0, value: note(text) })),
      )

    test('comes in pages of a limited number of records', async () => {
      const ada = newAccount()
      await write(ada, 500, 'a')
      await records.write(ada, 'ban-notes', '1-1', 0, note('b'), 8)
      const first = await records.store.list(ada, 'ban-notes', {})
      expect(first.data).toHaveLength(500)
      const second = await records.store.list(ada, 'ban-notes', { after: first.next ?? '' })
      expect(second).toMatchObject({ data: [{ chatId: 8, key: '1-1' }], next: null })
      expect(await listAll(records.store, ada, 'ban-notes', 7)).toHaveLength(500)
    })

    test('comes in pages of a limited size, without a gap or a repetition', async () => {
      const ada = newAccount()
      await write(ada, 150, 'x'.repeat(10_000))
      const first = await records.store.list(ada, 'ban-notes', { chatId: 7 })
      expect(first.data.length).toBeLessThan(130)
      expect((await listAll(records.store, ada, 'ban-notes', 7)).map(({ key }) => key)).toEqual(
        Array.from({ length: 150 }, (_, index) => `${1000 + index}-1`),
      )
    })

    test('is refused after something that is no end of a page', async () => {
      const listing = records.store.list(newAccount(), 'ban-notes', { after: 'x' })
      expect((await refusalOf(listing)).code).toBe('invalid')
    })
  })
})
