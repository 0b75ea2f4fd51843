import { expect, test } from 'vitest'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { decidedOf, emptyResult, stateOf, type ChatOrder, type KnownResult } from '#engine/changes/chat-result.ts'
import { foldsOf, stateLooks, valuesBefore } from '#dashboard/platform/changes/change-row.ts'
import { rowsOf, changeAsCsv } from './change-rows.ts'
import { keepTheirs, sendOurs, sendRest, together } from './decisions.ts'

const catalogue: Catalogue = { languages: {}, sounds: [], countries: {} }

const order: ChatOrder = {
  chatId: 7,
  chatName: 'Hall',
  base: { allowLinks: true, mentions: true, offlineMessage: '' },
  changes: { allowLinks: false, mentions: false, offlineMessage: 'Closed' },
  acceptedRisks: [],
}
const nothing: KnownResult = emptyResult(7, 5000)
const result: KnownResult = {
  ...nothing,
  tries: 1,
  applied: { allowLinks: { before: true, after: false } },
  conflicts: [{ name: 'offlineMessage', base: '', mine: 'Closed', theirs: 'Holiday' }],
  notKept: [{ name: 'mentions', intended: false, kept: true }],
}
const rows = (of: KnownResult | undefined, isRunning = false) =>
  rowsOf(order, of, isRunning, catalogue).map(({ name, before, after, state }) => [name, before, after, state])

test('each setting has a row with its own state', () => {
  expect(rows(result)).toEqual([
    ['allowLinks', 'On', 'Off', 'done'],
    ['mentions', 'On', 'Off', 'notKept'],
    ['offlineMessage', 'Holiday', 'Closed', 'decide'],
  ])
  expect(rows(undefined, true).map(([, , , state]) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  expect(rows(undefined).map(([, , , state]) => state)).toEqual(['notSent', 'notSent', 'notSent'])
})

test('what failed says why, and what the service changed besides has a row', () => {
  const failure = { kind: 'refused' as const, serviceMessage: 'The limit is reached.', reason: '', isUnknown: false }
  const [row] = rowsOf(order, { ...nothing, tries: 3, failure }, false, catalogue)
  expect(row).toMatchObject({ state: 'failed' })
  expect(row!.note).toContain('The limit is reached')
  expect(row!.note).toContain('Tried 3 times.')
  const beside: KnownResult = { ...result, notKept: [{ name: 'upload', intended: true, kept: false }] }
  expect(rows(beside).at(-1)).toEqual(['upload', 'Off', 'On', 'notKept'])
})

test('a chat that was deleted needs no person', () => {
  const failure = { kind: 'gone' as const, serviceMessage: '', reason: '', isUnknown: false }
  const gone = { ...nothing, failure }
  expect(rows(gone).map(([, , , state]) => state)).toEqual(['gone', 'gone', 'gone'])
  expect(stateLooks.gone.needsPerson).toBe(false)
  expect(stateOf(order, gone, false)).toBe('gone')
})

test('what is written over whatever is there has no value before, until it is saved', () => {
  const ofPreset: ChatOrder = { ...order, base: {}, changes: { allowLinks: false, offlineMessage: 'Closed' } }
  const saved: KnownResult = { ...nothing, applied: { offlineMessage: { before: '', after: 'Closed' } } }
  const found = rowsOf(ofPreset, saved, true, catalogue)
  expect(found).toMatchObject([
    { name: 'allowLinks', before: null, after: 'Off', state: 'waiting' },
    { name: 'offlineMessage', before: '', after: 'Closed', state: 'done' },
  ])
  expect(valuesBefore(found)).toBe('not read yet or empty')
  expect(changeAsCsv({ results: new Map() }, found)).toContain('allowLinks,,Off,Waiting')
})

test('ours is sent against what is there now, and theirs is left', () => {
  const of = { order, result }
  expect(sendOurs(of, 'offlineMessage').send).toMatchObject([
    { base: { offlineMessage: 'Holiday' }, changes: { offlineMessage: 'Closed' } },
  ])
  expect(sendOurs(of, 'mentions').send).toMatchObject([{ base: { mentions: true }, changes: { mentions: false } }])
  expect(keepTheirs(of, 'mentions')).toEqual({ leave: [{ chatId: 7, settings: ['mentions'] }], send: [] })
  const atRisk = { order, result: { ...result, sounds: ['sound_message' as const] } }
  expect(sendOurs(atRisk, 'offlineMessage').send).toMatchObject([{ acceptedRisks: ['sound_message'] }])
  const all = together([sendOurs(of, 'offlineMessage'), sendOurs(of, 'mentions')])
  expect(all.send).toMatchObject([{ chatId: 7, changes: { offlineMessage: 'Closed', mentions: false } }])
})

test('what is sent again waits, and what is left is saved', () => {
  const sent = decidedOf(result, ['mentions'], ['offlineMessage'])
  expect(stateOf(order, sent, true)).toBe('waiting')
  expect(rows(sent, true)).toEqual([
    ['allowLinks', 'On', 'Off', 'done'],
    ['mentions', 'On', 'Off', 'keptTheirs'],
    ['offlineMessage', '', 'Closed', 'waiting'],
  ])
  expect(stateOf(order, decidedOf(result, ['mentions', 'offlineMessage'], []), false)).toBe('saved')
})

test('the rest is what is neither saved nor decided', () => {
  expect(sendRest({ order, result: undefined }).send).toEqual([order])
  expect(sendRest({ order, result }).send).toEqual([])
})

test('equal changes fold, with what was there before', () => {
  const of = (chatId: number, before: string) => ({ ...rowsOf(order, undefined, true, catalogue)[0]!, chatId, before })
  const [fold, ...others] = foldsOf([of(1, 'On'), of(2, 'Off'), of(3, 'On')])
  expect(others).toEqual([])
  expect(valuesBefore(fold!.rows)).toBe('On or Off')
  expect(valuesBefore(['1', '2', '3'].map((before, index) => of(index, before)))).toBe('3 values')
})

test('the export has a line for each value', () => {
  const lines = changeAsCsv({ results: new Map([[7, result]]) }, rowsOf(order, result, false, catalogue))
    .trim()
    .split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain('7,Hall,Links,allowLinks,On,Off,Done')
})
