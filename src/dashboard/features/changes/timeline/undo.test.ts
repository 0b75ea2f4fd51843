import { describe, expect, test } from 'vitest'
import { recorded, type Recorded } from '#contract/activity.ts'
import { apiNames } from '#contract/api.ts'
import { Failure } from '#contract/client.ts'
import type { FieldChange } from '#contract/recorded-change.ts'
import { allows } from '#contract/gateway/grant.ts'
import { isRight, rightsOf } from '#contract/gateway/rights.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import type { SettingValue } from '#contract/settings-derive.ts'
import { type ActivityEntry, mayUndo, undoable } from './entry.ts'
import { request, type SendRequest } from '#dashboard/platform/session/session.ts'
import { prepareUndo, undoTarget, type UndoTarget } from './undo.ts'

const entry = (part: Partial<ActivityEntry>): ActivityEntry => ({
  action: 'accountUpdate',
  kind: 'account',
  at: 1,
  line: 1,
  chatId: null,
  chatName: '',
  subject: '',
  target: {},
  changes: [],
  outcome: 'done',
  message: '',
  ...part,
})

const renamed: FieldChange[] = [{ name: 'name', before: 'Ada', after: 'Kim' }]

/** A target that holds these fields, and every whole set that was sent to it. */
function target(held: Record<string, SettingValue>, { obeys = true, fails }: { obeys?: boolean; fails?: Failure } = {}) {
  const service = { held, sent: [] as Record<string, SettingValue>[], refreshed: 0 }
  const port: UndoTarget = {
    read: async () => ({ ...service.held }),
    action: 'accountUpdate',
    write: async (_, all) => {
      service.sent.push(all)
      if (obeys) service.held = { ...all }
      if (fails) throw fails
    },
    refresh: async () => void service.refreshed++,
    warning: () => '',
  }
  return { service, port }
}

describe('before sending', () => {
  test('shows the new value and the earlier one', async () => {
    const { port, service } = target({ name: 'Kim', city: 'Oslo' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([{ name: 'name', now: 'Kim', earlier: 'Ada' }])
    expect(service.sent).toEqual([])
  })

  test('shows what someone else changed since', async () => {
    const { port } = target({ name: 'Noor' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([
      { name: 'name', now: 'Noor', earlier: 'Ada', changedSince: 'Kim' },
    ])
  })

  test('has nothing to do where the earlier value is already set', async () => {
    const { port } = target({ name: 'Ada' })
    expect((await prepareUndo(entry({ changes: renamed }), port)).lines).toEqual([])
  })

  test('removes a country that was not set before', async () => {
    const { port } = target({ countryId: '578' })
    const { lines } = await prepareUndo(entry({ changes: [{ name: 'countryId', before: null, after: 578 }] }), port)
    expect(lines).toEqual([{ name: 'countryId', now: '578', earlier: '' }])
  })

  test('removes a ban, and adds a removed one again', async () => {
    const { lines } = await prepareUndo(entry({ action: 'banCreate' }), target({ banned: true }).port)
    expect(lines).toEqual([{ name: 'banned', now: true, earlier: false }])
    const again = await prepareUndo(entry({ action: 'banLiftRange' }), target({ banned: false }).port)
    expect(again.lines).toEqual([{ name: 'banned', now: false, earlier: true }])
  })
})

describe('sending', () => {
  test('sends the whole known set once, with the fresh values of the other fields', async () => {
    const { port, service } = target({ name: 'Kim', city: 'Oslo' })
    const { run } = await prepareUndo(entry({ changes: renamed }), port)
    service.held = { name: 'Kim', city: 'Bergen' }
    await run(request)
    expect(service).toEqual({ held: { name: 'Ada', city: 'Bergen' }, sent: [{ name: 'Ada', city: 'Bergen' }], refreshed: 1 })
  })

  test('sends nothing where the same field was changed after it was shown', async () => {
    const { port, service } = target({ name: 'Kim' })
    const { run } = await prepareUndo(entry({ changes: renamed }), port)
    service.held = { name: 'Noor' }
    await expect(run(request)).rejects.toMatchObject({ kind: 'refused' })
    expect(service.sent).toEqual([])
  })

  test('looks up the outcome after a lost answer, and does not send again', async () => {
    const { port, service } = target({ name: 'Kim' }, { fails: new Failure('timed-out') })
    await (await prepareUndo(entry({ changes: renamed }), port)).run(request)
    expect(service).toMatchObject({ held: { name: 'Ada' }, sent: [{ name: 'Ada' }] })
  })

  test('fails where the answer is lost and nothing was changed', async () => {
    const { port, service } = target({ name: 'Kim' }, { obeys: false, fails: new Failure('timed-out') })
    await expect((await prepareUndo(entry({ changes: renamed }), port)).run(request)).rejects.toMatchObject({ kind: 'timed-out' })
    expect(service.sent).toHaveLength(1)
  })

  test('fails where the service confirms the change but does not make it', async () => {
    const { port } = target({ name: 'Kim' }, { obeys: false })
    await expect((await prepareUndo(entry({ changes: renamed }), port)).run(request)).rejects.toMatchObject({ kind: 'refused' })
  })
})

describe('what can be undone', () => {
  test.each<[string, Partial<ActivityEntry>, ReturnType<typeof undoable>]>([
    ['a profile', { changes: renamed }, 'yes'],
    ['an unknown outcome', { changes: renamed, outcome: 'unknown' }, 'yes'],
    ['a refusal', { changes: renamed, outcome: 'refused' }, 'nothing'],
    ['what was not sent', { changes: renamed, outcome: 'unsent' }, 'nothing'],
    ['a save without a difference', { action: 'chatUpdate' }, 'nothing'],
    ['a ban', { action: 'banCreate' }, 'yes'],
    [
      'a poll that was only sent',
      { action: 'pollUpdate', changes: [{ name: 'send', after: true }] },
      { because: 'The earlier values are unknown.' },
    ],
    ['messages', { action: 'messageDeleteAll' }, { because: 'Deleted messages can’t be restored.' }],
    ['the currency', { action: 'currencySet' }, { because: 'The currency can be set only once.' }],
  ])('%s', (_, part, expected) => {
    expect(undoable(entry(part))).toEqual(expected)
  })
})

/** What the undo of an entry sends. */
async function sent(part: Partial<ActivityEntry>, all: Record<string, string | boolean>, fresh = all) {
  const requests: unknown[] = []
  const send = (async (...request: unknown[]) => void requests.push(request)) as unknown as SendRequest
  await undoTarget(entry(part))?.write(send, all, fresh)
  return requests
}

const one = { firstIp: '1.2.3.4', lastIp: '1.2.3.4' }
const range = { firstIp: '1.2.3.4', lastIp: '1.2.3.9' }

describe('another endpoint undoes', () => {
  test.each([
    ['a ban of an address', 'banCreate', one, ['banLift', { params: { chatId: 7, ipAddress: '1.2.3.4' } }]],
    ['a ban of a range', 'banCreate', range, ['banLiftRange', { params: { chatId: 7, ...range } }]],
    ['the removal of an address', 'banLift', one, ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4' } }]],
    ['the removal of a range', 'banLiftRange', range, ['banCreate', { params: { chatId: 7 }, body: { ip: '1.2.3.4', lastIp: '1.2.3.9' } }]],
  ] as const)('%s', async (_, action, range, inverse) => {
    const part = { action, chatId: 7, target: range }
    expect(await sent(part, {})).toEqual([inverse])
    expect(undoTarget(entry(part))?.action).toBe(inverse[0])
  })

  test('only one that makes the opposite of the same resource', () => {
    const declarations: Record<string, Recorded> = recorded
    for (const name of apiNames) {
      const { undo, resource, makes } = declarations[name] ?? {}
      if (undo?.kind !== 'inverse') continue
      const opposites = undo.by.map((by) => declarations[by])
      expect(opposites.map((opposite) => [opposite?.resource, opposite?.makes])).toEqual(
        opposites.map(() => [resource, makes === 'present' ? 'absent' : 'present']),
      )
    }
  })
})

describe('the same endpoint writes the earlier values', () => {
  test('a poll, by its number', async () => {
    const texts = { question: 'Tea?', answer1: 'Yes', answer2: 'No', answer3: '', answer4: '' }
    expect(await sent({ action: 'pollUpdate', chatId: 7, target: { pollId: 3 } }, texts)).toEqual([
      ['pollUpdate', { params: { chatId: 7, pollId: 3 }, body: texts }, { isFinal: false }],
    ])
  })

  test.each([
    ['sends a country as a number', '578', '', { countryId: 578 }],
    ['removes a country with 0', '', '578', { countryId: 0 }],
    ['leaves out a country where there is and was none', '', '', {}],
  ])('%s', async (_, countryId, before, body) => {
    expect(await sent({}, { name: 'Ada', countryId }, { name: 'Ada', countryId: before })).toEqual([
      ['accountUpdate', { params: {}, body: { name: 'Ada', ...body } }, { isFinal: false }],
    ])
  })

  test('asks for the token before it changes the e-mail address', async () => {
    const requests = await sent({}, { email: 'ada@a.example' }, { email: 'kim@a.example' })
    expect(requests).toMatchObject([['accountUpdate', {}, { isFinal: true }]])
  })
})

test('settings, and what cannot be undone, have no target', () => {
  for (const action of ['chatUpdate', 'chatDelete', 'messageSend', 'currencySet'] as const) expect(undoTarget(entry({ action }))).toBeNull()
})

describe('who may undo', () => {
  const moderator = (chats: number[]): May => {
    const grant = { rights: rightsOf('moderator', {}), chats }
    return (right, chatId) => isRight(right) && allows(grant, right, chatId)
  }
  const ban = { action: 'banCreate', chatId: 7 } as const

  test.each([
    ['a ban, in a chat of the grant', ban, [7], true],
    ['a ban, in another chat', ban, [8], false],
    ['settings, which a moderator may not change', { action: 'chatUpdate', chatId: 7 }, [7], false],
    ['the profile, which is no chat’s', { action: 'accountUpdate', chatId: null }, [7], false],
  ] as const)('%s', (_, entry, chats, expected) => {
    expect(mayUndo(moderator([...chats]), entry)).toBe(expected)
  })
})
