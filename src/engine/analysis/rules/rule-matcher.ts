import type { Message } from '#contract/messages.ts'
import { clockAt, addDays, weekdayOf } from '#contract/hours/zone.ts'
import { isWindowCondition, type Rule, type RuleGroup, type WindowCondition } from '#contract/rules/rule.ts'
import { authorKey } from '../indexed-message.ts'
import { createTextForms } from '../text-forms.ts'
import { compileCondition, type ConditionContext, type WordLists } from './message-conditions.ts'
import { createMessageWindows, type WindowEntry } from './message-window.ts'
import { hasWord, indexOf } from './rule-words.ts'

/** Decides which messages a rule matches. The backtest and the worker run the same code. */

interface Tracked extends WindowEntry {
  message: Message
  /** By group and condition, whether it is met. A condition that counts messages may become true with a later message; none becomes false again. */
  results: boolean[][]
  isMatched: boolean
}

/** Counts a message. */
type Counter = (entry: Tracked) => void

/** By group and condition, whether it is met. */
export type ConditionResults = readonly (readonly boolean[])[]

/** Earlier authors, by `authorKey`; the matcher adds to it. Matchers of one chat may share it only if each message is given to just one of them. */
export type KnownAuthors = Pick<Set<string>, 'has' | 'add'>

/**
 * Compiles words and expressions once for several chats; each chat gets its own matcher.
 * @param lists the shared word lists. A faulty condition (ruleFaults) is never met.
 */
export function compileRule(rule: Rule, lists: WordLists) {
  const groups = rule.groups.map((group) => compileGroup(group, lists))
  const isExcepted = exceptionTest(rule)
  const isActiveAt = hoursTest(rule.scope.hours)
  const meetsRule = ({ results, time, message }: Tracked) =>
    groups.every(({ isMet }, group) => isMet(results[group] ?? [])) && isActiveAt(time) && !isExcepted(message)

  return (authors: KnownAuthors = new Set()) => {
    const resultsByMessage = new WeakMap<Message, ConditionResults>()
    const counters: Counter[] = []
    let changed: Tracked[] = []
    for (const [group, { conditions }] of rule.groups.entries())
      for (const [index, condition] of conditions.entries()) {
        if (!isWindowCondition(condition)) continue
        const onFull = (entries: readonly Tracked[]) => {
          for (const entry of entries) (entry.results[group] ??= [])[index] = true
          changed = changed.concat(entries)
        }
        counters.push(createCounter(condition, onFull))
      }

    return {
      /**
       * Takes the messages of one chat in the order of their time. Returns those that match now and did not before: usually this one or none; if the rule
       * counts messages and this one completes the count, earlier ones as well.
       */
      add: (message: Message): Message[] => {
        const author = authorKey(message)
        const context = { isFirst: !authors.has(author) }
        authors.add(author)
        const results = groups.map(({ testAll }) => testAll(message, context))
        const entry: Tracked = { message, time: message.time, author, results, isMatched: false }
        changed = []
        for (const count of counters) count(entry)
        changed.push(entry)
        const matched: Message[] = []
        for (const one of changed) {
          if (one.isMatched || !meetsRule(one)) continue
          one.isMatched = true
          resultsByMessage.set(one.message, one.results)
          matched.push(one.message)
        }
        return matched
      },
      /** For a message that matched, which conditions are met. Conditions that did not have to be tested are missing or false. For explain-match.ts. */
      resultsOf: (message: Message): ConditionResults => resultsByMessage.get(message) ?? [],
    }
  }
}

export type RuleMatcher = ReturnType<ReturnType<typeof compileRule>>

function compileGroup({ match, conditions }: RuleGroup, lists: WordLists) {
  const tests = conditions.map((condition) => (isWindowCondition(condition) ? null : compileCondition(condition, lists).test))
  /** The result that decides the group; later conditions need not be tested. */
  const decisive = match !== 'all'
  const testAll = (message: Message, context: ConditionContext): boolean[] => {
    const results = tests.map(() => false)
    for (const [index, test] of tests.entries()) {
      if (!test) continue
      const result = test(message, context)
      results[index] = result
      if (result === decisive) break
    }
    return results
  }
  const isMet = (results: readonly boolean[]): boolean => {
    if (match === 'all') return results.every(Boolean)
    return results.some(Boolean) === (match === 'any')
  }
  return { testAll, isMet }
}

function exceptionTest({ except }: Rule): (message: Message) => boolean {
  const names = new Set(except.authors.map((name) => name.trim().toLowerCase()))
  const words = indexOf(except.words)
  return ({ userName, text }) => names.has(userName.trim().toLowerCase()) || hasWord(words, text)
}

/** Whether a rule is active at a time, in seconds. */
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
      return (entry) => onFull(windows.add(entry.author, entry))
    }
    case 'chatRate': {
      const windows = createMessageWindows<Tracked>({ seconds, count: 'messages', atLeast: condition.moreThan + 1 })
      return (entry) => onFull(windows.add('', entry))
    }
    case 'sameText':
      return sameTextCounter(condition.authors, seconds, onFull)
  }
}

/** A text is compared with the forms of the last messages only; after this many the forms start over, to limit memory. */
const maxForms = 20_000
/** A text counts as one for each of these characters. */
const charactersOfForm = 200

/** Commonplace texts such as "lol", which many people write independently, do not count as the same text. */
function sameTextCounter(atLeast: number, seconds: number, onFull: (entries: readonly Tracked[]) => void): Counter {
  const limits = { seconds, count: 'authors', atLeast } as const
  let forms = createTextForms()
  let windows = createMessageWindows<Tracked>(limits)
  let seen = 0

  function add(entry: Tracked) {
    seen += Math.ceil(entry.message.text.length / charactersOfForm)
    const form = forms.of(entry.message.text)
    if (!forms.isCommonplace(form)) onFull(windows.add(forms.group(form), entry))
  }

  function startOver(now: number) {
    const recent = newest(
      windows.recent(now).toSorted((one, other) => one.time - other.time),
      maxForms / 2,
    )
    forms = createTextForms()
    windows = createMessageWindows<Tracked>(limits)
    seen = 0
    for (const entry of recent) add(entry)
  }

  return (entry) => {
    if (seen > maxForms) startOver(entry.time)
    add(entry)
  }
}

/** The newest entries that count as this many forms at most, so that starting over takes constant time for each message. */
function newest(entries: readonly Tracked[], most: number): Tracked[] {
  let count = 0
  const first = entries.findLastIndex(({ message }) => (count += Math.ceil(message.text.length / charactersOfForm)) > most)
  return entries.slice(first + 1)
}
