import type { GatewayDatabase } from '../database/database.ts'
import type { Rule } from '#contract/rules/rule.ts'
import { insert, rowsWith } from '#db/rows.ts'
import { driftCheck } from '../drift/task.ts'
import { planAction } from '../worker/planner.ts'
import type { StandingStore } from '../worker/standing.ts'
import { saveRule, setRuleState } from './change-rules.ts'
import { startOfRule, rulesWatch } from './store.ts'

export interface DemoRules {
  database: GatewayDatabase
  standing: StandingStore
  account: { workspace: string; accountId: number }
  /** The ids of its chats. */
  chatIds: readonly number[]
  /** Creates the token for standing access. */
  makeToken: () => Promise<string>
  nowMs: () => number
}

/** The last wave of the demo's archive is more recent than this. */
const readBackMs = 15 * 60_000

/**
 * Gives the demo account standing access and two rules in shadow that started a quarter of an hour ago, so that visitors find some hits. Has no effect if
 * the account ever had standing access or has a rule, so changes by people are never reverted.
 */
export async function prepareDemoRules({ database, standing, account, chatIds, makeToken, nowMs }: DemoRules): Promise<void> {
  const { query } = database
  const { workspace } = account
  const hadStandingAccess = await rowsWith(query, 'standing_access', { workspace }).select('workspace').executeTakeFirst()
  const hasRule = await rowsWith(query, 'rule', { workspace }).select('id').limit(1).executeTakeFirst()
  if (hadStandingAccess || hasRule) return
  const now = nowMs()
  const since = now - readBackMs
  for (const [ruleId, rule] of Object.entries(demoRules)) {
    const change = { workspace, ruleId, by: '', now: since, requireWrite: () => {} }
    await saveRule(database, { ...change, rule, own: null, seen: 0 })
    await setRuleState(database, { ...change, personId: null, state: 'shadow', version: 1, requireReady: async () => {} })
  }
  // The worker continues from the stored cursor of a chat, and otherwise starts after its newest message. The service of the demo has our clock.
  const point = { start: startOfRule({ version: 1, since }, null), time: since / 1000, ids: [] }
  const starts = JSON.stringify(Object.fromEntries(Object.keys(demoRules).map((ruleId) => [ruleId, point])))
  const cursors = chatIds.map((chatId) => ({ workspace, chat_id: chatId, time: since / 1000, ids: '[]', starts, stored_at: now }))
  if (cursors.length > 0) await insert(query, 'rule_cursor', cursors)
  await standing.turnOn(account, { name: 'Roomkeeper', member: null }, await makeToken())
  await planAction(query, driftCheck(workspace, now))
  await planAction(query, rulesWatch(workspace, now))
}

const common = {
  scope: { chats: 'all', hours: null },
  except: { authors: [], words: [] },
  brakes: { perMinute: 60, perHour: 600, percent: 50, keepTextsDays: 30 },
} as const satisfies Partial<Rule>

const demoRules: Record<string, Rule> = {
  'demo-fake-passes': {
    ...common,
    name: 'Fake passes',
    description: 'Passes are sold on aurora.example only.',
    groups: [
      {
        match: 'any',
        conditions: [
          { kind: 'linkTo', domains: ['aurora-pass.example', 'live-hd.example'] },
          { kind: 'words', words: ['cheap passes', 'free backstage pass'], lists: [] },
        ],
      },
    ],
    actions: { mark: true, deleteAfterSeconds: 30, announce: null, preset: null, notify: false },
  },
  'demo-one-text': {
    ...common,
    name: 'One text by many authors',
    description: '',
    groups: [{ match: 'all', conditions: [{ kind: 'sameText', authors: 3, seconds: 120 }] }],
    actions: { mark: false, deleteAfterSeconds: 60, announce: null, preset: null, notify: true },
  },
}
