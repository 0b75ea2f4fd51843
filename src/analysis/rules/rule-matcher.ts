import type { Message } from '#contract/messages.ts'
import { clockAt, addDays, weekdayOf } from '#contract/hours/zone.ts'
import { isWindowCondition, type Rule, type RuleGroup, type WindowCondition } from '#contract/rules/rule.ts'
import { authorKey } from '../authors.ts'
import { createTextForms } from '../text-forms.ts'
import { messageTest, type ConditionContext, type MessageTest, type WordLists } from './message-conditions.ts'
import { createMessageWindows, type WindowEntry } from './message-window.ts'
import { wordMatcher } from './rule-words.ts'

/** Decides which messages a rule names. The same code runs for the backtest and for the worker that acts. */

interface Tracked extends WindowEntry {
  message: Message
  /** By group and condition, whether it holds. Conditions that count messages become true when others follow; none becomes false again. */
  holds: boolean[][]
  isNamed: boolean
}

type GroupTest = (message: Message, context: ConditionContext) => boolean[]

interface Counter {
  add: (entry: Tracked) => void
}

export interface RuleMatcher {
  /**
   * Takes the messages of one chat in the order of their time and returns those that are named by now and were not before: usually this one or none, and
   * earlier ones too where the rule counts messages and this one completes the count.
   */
  add: (message: Message) => Message[]
  /** Of a message that was named: by group and condition, whether it holds. What did not have to be tested is missing or false. For explain-match.ts. */
  holds: (message: Message) => Holds
}

export type Holds = readonly (readonly boolean[])[]

/** Authors that wrote before, by `authorKey`; the matcher adds to it. Several matchers of one chat may share it only if each message is given to one. */
export type KnownAuthors = Pick<Set<string>, 'has' | 'add'>

/** @param lists the shared lists of words. A rule with a fault (ruleFaults) names nothing by the condition that has it. */
export const createRuleMatcher = (rule: Rule, lists: WordLists, authors?: KnownAuthors): RuleMatcher => compileRule(rule, lists)(authors)

/** For several chats: words and expressions are compiled once, and each chat gets a matcher of its own. */
export function compileRule(rule: Rule, lists: WordLists): (authors?: KnownAuthors) => RuleMatcher {
  const compiled: CompiledRule = {
    rule,
    groups: rule.groups.map((group) => compileGroup(group, lists)),
    isExcepted: exceptionTest(rule),
    isAtWork: hoursTest(rule.scope.hours),
  }
  return (authors = new Set()) => matcherOf(compiled, authors)
}

interface CompiledRule {
  rule: Rule
  groups: ReturnType<typeof compileGroup>[]
  isExcepted: (message: Message) => boolean
  isAtWork: (time: number) => boolean
}

function matcherOf({ rule, groups, isExcepted, isAtWork }: CompiledRule, authors: KnownAuthors): RuleMatcher {
  const counters: Counter[] = []
  const holdsOf = new WeakMap<Message, Holds>()
  let changed: Tracked[] = []
  for (const [group, { conditions }] of rule.groups.entries()) {
    for (const [index, condition] of conditions.entries()) {
      if (!isWindowCondition(condition)) continue
      const onFull = (entries: readonly Tracked[]) => {
        for (const entry of entries) (entry.holds[group] ??= [])[index] = true
        changed = changed.concat(entries)
      }
      counters.push(createCounter(condition, onFull))
    }
  }

  const isNamedBy = ({ holds, time, message }: Tracked) =>
    groups.every(({ isMet }, group) => isMet(holds[group] ?? [])) && isAtWork(time) && !isExcepted(message)

  return {
    add: (message) => {
      const author = authorKey(message)
      const context = { isFirst: !authors.has(author) }
      authors.add(author)
      const holds = groups.map(({ holdsFor }) => holdsFor(message, context))
      const entry: Tracked = { message, time: message.time, author, holds, isNamed: false }
      changed = []
      for (const counter of counters) counter.add(entry)
      changed.push(entry)
      const named: Message[] = []
      for (const one of changed) {
        if (one.isNamed || !isNamedBy(one)) continue
        one.isNamed = true
        holdsOf.set(one.message, one.holds)
        named.push(one.message)
      }
      return named
    },
    holds: (message) => holdsOf.get(message) ?? [],
  }
}

function compileGroup({ match, conditions }: RuleGroup, lists: WordLists) {
  const tests = conditions.map((condition): MessageTest | null => (isWindowCondition(condition) ? null : messageTest(condition, lists)))
  /** The first result of these conditions that decides the group; what follows it need not be tested. */
  const decisive = match !== 'all'
  const holdsFor: GroupTest = (message, context) => {
    const holds = tests.map(() => false)
    for (const [index, test] of tests.entries()) {
      if (!test) continue
      const result = test(message, context)
      holds[index] = result
      if (result === decisive) break
    }
    return holds
  }
  const isMet = (holds: readonly boolean[]): boolean => {
    if (match === 'all') return holds.every(Boolean)
    return holds.some(Boolean) === (match === 'any')
  }
  return { holdsFor, isMet }
}

function exceptionTest({ except }: Rule): (message: Message) => boolean {
  const names = new Set(except.authors.map((name) => name.trim().toLowerCase()))
  const hasWord = wordMatcher(except.words)
  return ({ userName, text }) => names.has(userName.trim().toLowerCase()) || hasWord(text)
}

/** Whether a rule is at work at a time, in seconds. */
function hoursTest(hours: Rule['scope']['hours']): (time: number) => boolean {
  if (!hours) return () => true
  const { zone, days, from, to } = hours
  let known = { minute: -1, isIn: false }
  return (time) => {
    const minute = Math.floor(time / 60)
    if (known.minute !== minute) known = { minute, isIn: isInHours(minute) }
    return known.isIn
  }
  function isInHours(minute: number): boolean {
    const clock = clockAt(zone, minute * 60_000)
    const today = days.includes(weekdayOf(clock.date))
    if (to > from) return today && clock.minute >= from && clock.minute < to
    return (today && clock.minute >= from) || (days.includes(weekdayOf(addDays(clock.date, -1))) && clock.minute < to)
  }
}

function createCounter(condition: WindowCondition, onFull: (entries: readonly Tracked[]) => void): Counter {
  const { seconds } = condition
  switch (condition.kind) {
    case 'authorRate': {
      const windows = createMessageWindows<Tracked>({ seconds, count: 'messages', atLeast: condition.moreThan + 1 })
      return { add: (entry) => onFull(windows.add(entry.author, entry)) }
    }
    case 'chatRate': {
      const windows = createMessageWindows<Tracked>({ seconds, count: 'messages', atLeast: condition.moreThan + 1 })
      return { add: (entry) => onFull(windows.add('', entry)) }
    }
    case 'sameText':
      return sameTextCounter(condition.authors, seconds, onFull)
  }
}

/** Forms of texts are compared with those of the last messages only; beyond this many they are numbered anew, to limit memory. */
const maxForms = 20_000

/** Texts such as "lol", which many write by chance, do not count as the same. */
function sameTextCounter(atLeast: number, seconds: number, onFull: (entries: readonly Tracked[]) => void): Counter {
  const limits = { seconds, count: 'authors', atLeast } as const
  let forms = createTextForms()
  let windows = createMessageWindows<Tracked>(limits)
  let seen = 0

  function add(entry: Tracked) {
    const form = forms.of(entry.message.text)
    if (!forms.isCommonplace(form)) onFull(windows.add(forms.group(form), entry))
  }

  function startAnew(now: number) {
    const recent = windows.recent(now).toSorted((one, other) => one.time - other.time)
    forms = createTextForms()
    windows = createMessageWindows<Tracked>(limits)
    seen = 0
    for (const entry of recent) add(entry)
  }

  return {
    add: (entry) => {
      if (++seen > maxForms) startAnew(entry.time)
      add(entry)
    },
  }
}
