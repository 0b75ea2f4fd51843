import { afterEach, beforeEach, expect } from 'vitest'
import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { identityHeader } from '#contract/session.ts'
import { gatewayApi } from '#contract/gateway/api.ts'
import type { GrantedChats } from '#contract/gateway/grant.ts'
import type { LimitChanges } from '#contract/gateway/rights.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import { onAnyEngine, onEveryEngine } from '#service/testing/databases.ts'
import { startGateway } from '../testing/gateway.ts'
import { member } from '../testing/members.ts'
import { digestOf, type ListVersions } from './cost.ts'
import { storeHit } from './review/test-hits.ts'

/** Helpers for tests that save and start rules as people do. */

export const Refused = z.object({ code: z.string(), message: z.string(), errors: z.optional(z.record(z.string(), z.array(z.string()))) })

export const rule = testRule([{ kind: 'words', words: ['cheap'], lists: [] }])
export const deleting = { ...rule, actions: { ...rule.actions, deleteAfterSeconds: 20 } }
export const about = (chats: Rule['scope']['chats'], base = rule): Rule => ({ ...base, scope: { chats, hours: null } })

export type RulesBench = ReturnType<typeof createBench>

type Rules = (name: string, tests: (rules: RulesBench) => void) => void
export const onRules: Rules = (name, tests) => onEveryEngine(name, (bench) => tests(createBench(bench)))
/** For what no engine does differently: see onAnyEngine. */
export const onRulesOfAnyEngine: Rules = (name, tests) => onAnyEngine(name, (bench) => tests(createBench(bench)))

function createBench(bench: Parameters<Parameters<typeof onEveryEngine>[1]>[0]) {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let workspace: string
  let ines: string
  let bilal: string
  let manager: string

  beforeEach(async () => {
    gateway = await startGateway({}, 'url' in bench.place ? bench.place : undefined)
    ;({ cookie: ines } = await gateway.signIn())
    workspace = gateway.pageHeaders(ines)[identityHeader]
    bilal = await gateway.signInAs(member('moderator', [7], { id: `bilal of ${workspace}` }))
    manager = await gateway.signInAs(manages([7, 8]))
    await standing(gateway.clock.ms)
  })
  afterEach(() => gateway.close())

  const manages = (chats: GrantedChats, limits: LimitChanges = {}) => member('manager', chats, { id: `dana of ${workspace}`, limits })
  const standing = (since: number | null) => {
    const on = { since, turned_on_by: 'Kim', sealed_token: '', token_rejected: 0, budget: maxBudget, paused_until: 0 }
    return gateway.query
      .insertInto('standing_access')
      .values({ workspace, account_id: gateway.accountId, ...on })
      .onConflict((conflict) => conflict.column('workspace').doUpdateSet(on))
      .execute()
  }
  const ask = async (cookie: string, method: string, path: string, body?: object) =>
    gateway.send(`/bff/workspace${path}`, { method, headers: gateway.pageHeaders(cookie), ...(body && { body: JSON.stringify(body) }) })
  /** The stored rule, or the refusal. */
  const change = async (cookie: string, path: string, body: object) => {
    const answer = await ask(cookie, 'PUT', path, body)
    const json: unknown = await answer.json()
    return answer.status === 200
      ? { ...gatewayApi.ruleSave.response.parse(json).data, refused: null }
      : { refused: Refused.parse(json), state: undefined, version: undefined }
  }
  const save = (cookie: string, saved: Rule, seen = 0, id = 'scam') => change(cookie, `/rules/${id}`, { rule: saved, seen })
  const setState = (cookie: string, state: string, version = 1, id = 'scam') => change(cookie, `/rules/${id}/state`, { state, version })
  const codeOf = async (answer: ReturnType<typeof change>) => (await answer).refused?.code
  const read = async (cookie: string) => gatewayApi.rulesRead.response.parse(await (await ask(cookie, 'GET', '/rules')).json()).data
  const turn = async (cookie: string, isOn: boolean) => (await ask(cookie, 'PUT', '/rules-switch', { isOn })).status
  const backtested = (tested: Rule, id = 'scam', lists: ListVersions = new Map()) =>
    gateway.query
      .insertInto('rule_backtest')
      .values({ workspace, rule_id: id, digest: digestOf(tested, lists), at: 1, by: 'Kim', read: 20_412, matched: 84, kept: 2 })
      .execute()
  /** A live rule, as version 1. */
  const live = async (started: Rule = deleting, id = 'scam') => {
    await save(ines, started, 0, id)
    await backtested(started, id)
    expect(await setState(ines, 'live', 1, id)).toMatchObject({ state: 'live' })
  }
  const label = (chatId: number, ...labels: string[]) =>
    ask(ines, 'POST', '/records/chat-labels', { changes: [{ chatId, key: 'labels', version: 0, value: { labels } }] })
  let messages = 0
  const hold = (part: Partial<Parameters<typeof storeHit>[1]> = {}) =>
    storeHit(gateway.query, {
      workspace,
      rule_id: 'scam',
      chat_id: 7,
      message_id: ++messages,
      seen_at: gateway.clock.ms,
      state: 'held',
      due: gateway.clock.ms + 60_000,
      ...part,
    })
  const hit = (id: string) => gateway.query.selectFrom('rule_hit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const planned = () => gateway.query.selectFrom('planned_action').select(['kind', 'key']).where('workspace', '=', workspace).execute()

  return {
    /** Whether the database has its own clock, which tests cannot set. */
    hasOwnClock: () => 'url' in bench.place,
    /** The gateway and the people of the current test. */
    now: () => ({ gateway, workspace, ines, bilal, manager }),
    ask,
    change,
    save,
    setState,
    codeOf,
    read,
    turn,
    backtested,
    live,
    label,
    hold,
    hit,
    planned,
    standing,
    manages,
  }
}
