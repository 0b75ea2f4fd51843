import type { RuleCondition } from '#contract/rules/rule.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'

/** The kinds of conditions, each as one row: what its editor and its words are. */

/** A number, or the invalid text that was typed: typed input is never lost. */
export type TypedNumber = number | string
export type Typed<T> = T extends number ? TypedNumber : T extends object ? { [Name in keyof T]: Typed<T[Name]> } : T

export type TypedCondition = Typed<RuleCondition>

export interface NamesInRule {
  /** The name of a shared word list; null: it was deleted. */
  list: (listId: string) => string | null
  preset: (presetId: string) => string
}

/** What the boxes of a condition edit. */
export interface BoxValues {
  number: TypedNumber
  seconds: TypedNumber
  lines: string[]
  domains: string[]
  /** Keys of shared word lists. */
  lists: string[]
  expression: string
}

export interface Box<B extends keyof BoxValues, Name> {
  box: B
  name: Name
  label: string
}
const box = <B extends keyof BoxValues, Name extends string>(kind: B, name: Name, label: string): Box<B, Name> => ({
  box: kind,
  name,
  label,
})

/** The boxes that fit a part of a condition. */
type BoxesOf<C> = {
  [Name in keyof C]: { [B in keyof BoxValues]: C[Name] extends BoxValues[B] ? Box<B, Name> : never }[keyof BoxValues]
}[keyof C]

type Kind = RuleCondition['kind']
type OfKind<C, K extends Kind> = Extract<C, { kind: K }>

interface ConditionRow<Typed, Valid> {
  /** In the menu. */
  label: string
  /** Its initial values. */
  begin: Typed
  /** Its editor: texts and boxes, beside each other. */
  sentence: (string | ((condition: Typed) => string) | BoxesOf<Typed>)[]
  /** “More than 10 messages by one author in 1 min” */
  words: (condition: Valid, names: NamesInRule) => string
}

const maxListed = 3

/** “a, b or c”: each of them alone is enough. “a, b or one of 12 more” */
function oneOf(items: readonly string[]): string {
  const shown = items.length <= maxListed ? items : [...items.slice(0, maxListed - 1), `one of ${count(items.length - maxListed + 1)} more`]
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' or ')
}

const inQuotes = (text: string) => `“${text.trim()}”`
const quoted = (texts: readonly string[]) => oneOf(texts.map(inQuotes))

/** "20 s", "2 min" */
export const secondsInWords = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? `${count(seconds / 60)} min` : `${count(seconds)} s`

function wordsOfLists({ words, lists }: OfKind<RuleCondition, 'words'>, names: NamesInRule): string {
  if (lists.length === 0) return `Words ${quoted(words)}`
  const listNames = lists.map(names.list).map((name) => (name === null ? 'a deleted list' : inQuotes(name)))
  return `Words on ${oneOf([...listNames, ...words.map(inQuotes)])}`
}

const [characters, within] = [box('number', 'than', 'Characters'), box('seconds', 'seconds', 'Time')]
const moreThan = box('number', 'moreThan', 'Messages')

export const conditionRows: { [K in Kind]: ConditionRow<OfKind<TypedCondition, K>, OfKind<RuleCondition, K>> } = {
  words: {
    label: 'Words',
    begin: { kind: 'words', words: [], lists: [] },
    sentence: ['Words', box('lines', 'words', 'Words'), box('lists', 'lists', 'Add a shared word list')],
    words: wordsOfLists,
  },
  expression: {
    label: 'Regular expression',
    begin: { kind: 'expression', pattern: '' },
    sentence: ['Expression', box('expression', 'pattern', 'Regular expression')],
    words: ({ pattern }) => `Expression ${pattern}`,
  },
  linkOutside: {
    label: 'Link outside domains',
    begin: { kind: 'linkOutside', allowed: [] },
    sentence: [
      ({ allowed }) => (allowed.length === 0 ? 'Any link; allowed domains' : 'Link outside'),
      box('domains', 'allowed', 'Allowed domains'),
    ],
    words: ({ allowed }) => (allowed.length === 0 ? 'Any link' : `Link outside ${oneOf(allowed)}`),
  },
  linkTo: {
    label: 'Link to domains',
    begin: { kind: 'linkTo', domains: [] },
    sentence: ['Link to', box('domains', 'domains', 'Domains')],
    words: ({ domains }) => `Link to ${oneOf(domains)}`,
  },
  longer: {
    label: 'Longer than',
    begin: { kind: 'longer', than: 200 },
    sentence: ['Longer than', characters, 'characters'],
    words: ({ than }) => `Longer than ${counted(than, 'character')}`,
  },
  shorter: {
    label: 'Shorter than',
    begin: { kind: 'shorter', than: 10 },
    sentence: ['Shorter than', characters, 'characters'],
    words: ({ than }) => `Shorter than ${counted(than, 'character')}`,
  },
  capitals: {
    label: 'Capitals',
    begin: { kind: 'capitals', percent: 80 },
    sentence: ['At least', box('number', 'percent', 'Percent'), '% capitals'],
    words: ({ percent }) => `At least ${percent} % capitals`,
  },
  authorName: {
    label: 'Author name',
    begin: { kind: 'authorName', words: [] },
    sentence: ['Author name with', box('lines', 'words', 'Words in the name')],
    words: ({ words }) => `Author name with ${quoted(words)}`,
  },
  firstMessage: {
    label: 'First message of an author',
    begin: { kind: 'firstMessage' },
    sentence: ['First message of an author'],
    words: () => 'First message of an author',
  },
  authorRate: {
    label: 'Many messages by one author',
    begin: { kind: 'authorRate', moreThan: 10, seconds: 60 },
    sentence: ['More than', moreThan, 'messages by one author in', within],
    words: ({ moreThan: many, seconds }) => `More than ${counted(many, 'message')} by one author in ${secondsInWords(seconds)}`,
  },
  sameText: {
    label: 'Same text by several authors',
    begin: { kind: 'sameText', authors: 4, seconds: 120 },
    sentence: ['Nearly the same text by', box('number', 'authors', 'Authors'), 'authors in', within],
    words: ({ authors, seconds }) => `Nearly the same text by ${count(authors)} authors in ${secondsInWords(seconds)}`,
  },
  chatRate: {
    label: 'Many messages in the chat',
    begin: { kind: 'chatRate', moreThan: 60, seconds: 60 },
    sentence: ['More than', moreThan, 'messages in the chat in', within],
    words: ({ moreThan: many, seconds }) => `More than ${counted(many, 'message')} in the chat in ${secondsInWords(seconds)}`,
  },
}

// The row is that of the condition, so its words take it.
export const conditionInWords = (condition: RuleCondition, names: NamesInRule): string =>
  conditionRows[condition.kind].words(condition as never, names)
