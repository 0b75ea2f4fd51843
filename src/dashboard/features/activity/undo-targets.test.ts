import { describe, expect, test } from 'vitest'
import { recorded, type Recorded } from '#contract/activity.ts'
import { apiNames } from '#contract/api.ts'
import type { SendRequest } from '#dashboard/platform/session/session.ts'
import type { ActivityEntry } from './entry.ts'
import { undoTarget } from './undo-targets.ts'

const entry = (part: Partial<ActivityEntry>): ActivityEntry => ({
  action: 'accountUpdate',
  kind: 'account',
  at: 1,
  chatId: 7,
  chatName: '',
  subject: '',
  target: {},
  changes: [],
  outcome: 'done',
  message: '',
  ...part,
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
  ] as const)('%s', async (_, action, target, request) => {
    expect(await sent({ action, target }, {})).toEqual([request])
    expect(undoTarget(entry({ action, target }))?.action).toBe(request[0])
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
    expect(await sent({ action: 'pollUpdate', target: { pollId: 3 } }, texts)).toEqual([
      ['pollUpdate', { params: { chatId: 7, pollId: 3 }, body: texts }, { isFinal: false }],
    ])
  })

  test.each([
    ['sends a country as a number', '578', '', { countryId: 578 }],
    ['removes a country with 0', '', '578', { countryId: 0 }],
    ['leaves out a country where there is and was none', '', '', {}],
  ])('%s', async (_, countryId, before, body) => {
    expect(await sent({ chatId: null }, { name: 'Ada', countryId }, { name: 'Ada', countryId: before })).toEqual([
      ['accountUpdate', { params: {}, body: { name: 'Ada', ...body } }, { isFinal: false }],
    ])
  })

  test('asks for the token before it changes the e-mail address', async () => {
    const requests = await sent({ chatId: null }, { email: 'ada@a.example' }, { email: 'kim@a.example' })
    expect(requests).toMatchObject([['accountUpdate', {}, { isFinal: true }]])
  })
})

test('settings, and what cannot be undone, have no target', () => {
  for (const action of ['chatUpdate', 'chatDelete', 'messageSend', 'currencySet', 'job'] as const)
    expect(undoTarget(entry({ action }))).toBeNull()
})
