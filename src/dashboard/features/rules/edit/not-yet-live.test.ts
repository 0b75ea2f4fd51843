import { expect, test } from 'vitest'
import { notYetLive } from './not-yet-live.ts'

const ready: Parameters<typeof notYetLive>[0] = {
  stored: { state: 'shadow', running: null, version: 2, backtest: { at: 1, by: 'Ana', read: 100, matched: 3, kept: 0 } },
  worker: { state: 'running' },
  isUnsaved: false,
  backtest: { isRunning: false, failed: null },
}

test('a saved rule with a complete backtest can go live, also after it fell back', () => {
  expect(notYetLive(ready)).toBeNull()
  expect(notYetLive({ ...ready, stored: { ...ready.stored!, state: 'fellBack' } })).toBeNull()
})

test.each<[string, Partial<typeof ready>, string]>([
  ['is new', { stored: null }, 'Save the draft first.'],
  ['has edits', { isUnsaved: true }, 'Save the draft first.'],
  ['has no backtest of this version', { stored: { ...ready.stored!, backtest: null } }, 'Run a backtest of this version first.'],
  ['is being tested', { backtest: { isRunning: true, failed: null } }, 'The backtest is running.'],
  ['was not tested to the end', { backtest: { isRunning: false, failed: 'It read 12 messages.' } }, 'The backtest is not complete.'],
  ['has no standing access', { worker: { state: 'off' } }, 'Rules run only with standing access.'],
])('a rule that %s cannot', (_, part, reason) => {
  expect(notYetLive({ ...ready, ...part })).toBe(reason)
})
