import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { expect, type TestAccount } from '../fixtures.ts'
import { gatewaySession } from '../gateway.ts'

/** A live rule of the account that matches messages with “cheap” in all of its chats, from the next message on. */
export async function startRule(account: TestAccount, address: string, actions: Rule['actions']) {
  const gateway = await gatewaySession(address, account.token)
  await gateway.confirm()
  await gateway.call('standingTurnOn', {})
  const brakes = { perMinute: 100, perHour: 1000, percent: 100, keepTextsDays: 30 }
  const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }], { name: 'Ticket scam', actions, brakes })
  await gateway.call('ruleSave', { params: { ruleId: 'scam' }, body: { rule, seen: 0 } })
  await gateway.backtest({ rule, ruleId: 'scam', days: 1 })
  await gateway.call('ruleSetState', { params: { ruleId: 'scam' }, body: { state: 'live', version: 1 } })
  // It counts from the newest message on that the chat has when the worker first reads it.
  const starting = async () => (await gateway.call('rulesRead', { query: {} })).data.rules.map((stored) => stored.starting)
  await expect.poll(starting, { timeout: 15_000 }).toEqual([null])
  return gateway
}
