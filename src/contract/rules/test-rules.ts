import type { Rule, RuleCondition, RuleGroup } from './rule.ts'

/** A rule for tests: one group of all these conditions, unless other parts are given. */
export function testRule(conditions: RuleCondition[], rest: Partial<Rule> = {}): Rule {
  const groups: RuleGroup[] = [{ match: 'all', conditions }]
  return {
    name: 'Ticket scam',
    description: '',
    scope: { chats: 'all', hours: null },
    groups,
    except: { authors: [], words: [] },
    actions: { mark: true, deleteAfterSeconds: null, announce: null, preset: null, notify: false },
    brakes: { perMinute: 20, perHour: 200, percent: 5, keepTextsDays: 30 },
    ...rest,
  }
}
