import { z } from 'zod/mini'
import { ChatChoice } from '../chat-choice.ts'
import { minutesOfDay } from '../hours/timetable.ts'
import { isTimeZone } from '../hours/zone.ts'
import { boolean, filledText, nameText, text } from '../values.ts'

/** A rule: which messages of which chats it matches, and what happens to them. This is data only; src/engine/analysis/rules evaluates the conditions. */

export const maxRuleName = 60
export const maxRuleGroups = 10
export const maxRuleConditions = 20
export const maxRuleWords = 500
const maxRuleWord = 100
const maxRuleAuthors = 500
const maxRuleDomains = 500
export const maxExpressionLength = 1000
/** The longest period in which a condition counts messages. */
const maxWindowSeconds = 600
const maxHoldSeconds = 120

const whole = (min: number, max: number) => z.number().check(z.int(), z.minimum(min), z.maximum(max))
const windowSeconds = whole(10, maxWindowSeconds)

/** The key of a word list among the records of the account. */
const listId = z.string().check(z.regex(/^[\w-]{1,60}$/, 'must be a word list'))
const word = filledText(maxRuleWord)
const maxWords = z.maxLength(maxRuleWords, { error: `must have at most ${maxRuleWords} words`, abort: true })

/** A host such as `example.com`, including its subdomains. International names are in Punycode, as in links. */
const domain = z.string().check(z.maxLength(253), z.refine(isDomain, 'must be a domain such as example.com'))

/** Its own words, those of shared lists, or both. */
const Words = z
  .object({
    kind: z.literal('words'),
    words: z.array(word).check(maxWords),
    lists: z.array(listId).check(z.maxLength(10)),
  })
  .check(z.refine(({ words, lists }) => words.length + lists.length > 0, 'must have a word or a list'))

/** Conditions about a single message, independent of other messages. */
const messageConditions = [
  Words,
  z.object({ kind: z.literal('expression'), pattern: filledText(maxExpressionLength) }),
  /** A link to a host that is not in `allowed`; without any allowed host, every link. */
  z.object({ kind: z.literal('linkOutside'), allowed: z.array(domain).check(z.maxLength(maxRuleDomains)) }),
  z.object({ kind: z.literal('linkTo'), domains: z.array(domain).check(z.minLength(1), z.maxLength(maxRuleDomains)) }),
  z.object({ kind: z.literal('longer'), than: whole(0, 2000) }),
  z.object({ kind: z.literal('shorter'), than: whole(1, 2000) }),
  /** At least this share of the letters is in upper case. Texts of fewer than 8 letters never match. */
  z.object({ kind: z.literal('capitals'), percent: whole(1, 100) }),
  z.object({ kind: z.literal('authorName'), words: z.array(word).check(z.minLength(1), maxWords) }),
  /** The author wrote nothing else in the chat as far as Roomkeeper has read it. */
  z.object({ kind: z.literal('firstMessage') }),
] as const

/** Conditions that count messages: they are met by every message of a period of `seconds` that contains enough of them. */
const windowConditions = [
  z.object({ kind: z.literal('authorRate'), moreThan: whole(1, 1000), seconds: windowSeconds }),
  z.object({ kind: z.literal('sameText'), authors: whole(2, 100), seconds: windowSeconds }),
  /** By all authors of the chat together. */
  z.object({ kind: z.literal('chatRate'), moreThan: whole(1, 10_000), seconds: windowSeconds }),
] as const

export const RuleCondition = z.discriminatedUnion('kind', [...messageConditions, ...windowConditions])
export type RuleCondition = z.output<typeof RuleCondition>
export type WindowCondition = z.output<(typeof windowConditions)[number]>
export type MessageCondition = Exclude<RuleCondition, WindowCondition>

export const isWindowCondition = (condition: RuleCondition): condition is WindowCondition => 'seconds' in condition

const RuleGroup = z
  .object({
    match: z.enum(['all', 'any', 'none']),
    conditions: z.array(RuleCondition).check(z.minLength(1, 'must have a condition'), z.maxLength(maxRuleConditions)),
  })
  .check(
    // A message could match at first and no longer match after others follow, so whether it is deleted would depend on timing.
    z.refine(
      ({ match, conditions }) => match !== 'none' || !conditions.some(isWindowCondition),
      'must not count messages under “none of”, because later messages would change what it decided',
    ),
  )
export type RuleGroup = z.output<typeof RuleGroup>

const Scope = z.object({
  chats: ChatChoice,
  /** When the rule is active; null: always. */
  hours: z.nullable(
    z.object({
      zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, 'must be a time zone such as Europe/Berlin')),
      /** The days on which a period starts, 0 is Monday. */
      days: z.array(whole(0, 6)).check(z.minLength(1, 'must have a day'), z.maxLength(7)),
      /** Minutes from midnight. A period whose end is not after its start ends on the next day. */
      from: whole(0, minutesOfDay - 1),
      to: whole(0, minutesOfDay - 1),
    }),
  ),
})

const Actions = z
  .object({
    mark: boolean,
    /** null: nothing is deleted. 0: at once. */
    deleteAfterSeconds: z.nullable(whole(0, maxHoldSeconds)),
    /** null: nothing is posted. At most once in ten minutes per chat. */
    announce: z.nullable(filledText(500)),
    preset: z.nullable(z.object({ presetId: z.string().check(z.minLength(1), z.maxLength(60)), minutes: whole(1, 24 * 60) })),
    notify: boolean,
  })
  .check(
    z.refine(
      ({ mark, deleteAfterSeconds, announce, preset, notify }) =>
        mark || notify || deleteAfterSeconds !== null || announce !== null || preset !== null,
      'must have an action',
    ),
  )

/** A rule that exceeds one of the limits falls back to shadow. */
const Brakes = z
  .object({ perMinute: whole(1, 1000), perHour: whole(1, 20_000), percent: whole(1, 100), keepTextsDays: whole(1, 365) })
  .check(
    z.refine(({ perMinute, perHour }) => perMinute <= perHour, { error: 'must not be below the limit of a minute', path: ['perHour'] }),
  )

export const Rule = z.object({
  name: nameText(maxRuleName),
  description: text(300),
  scope: Scope,
  /** A message matches if all groups do. */
  groups: z.array(RuleGroup).check(
    z.minLength(1, 'must have a condition'),
    z.maxLength(maxRuleGroups),
    z.refine((groups) => groups.some(({ match }) => match !== 'none'), 'must have a condition that is not under “none of”'),
  ),
  except: z.object({
    /** Display names. The API does not report who is an admin, so admins are listed like other authors. */
    authors: z.array(filledText(200)).check(z.maxLength(maxRuleAuthors)),
    words: z.array(word).check(maxWords),
  }),
  actions: Actions,
  brakes: Brakes,
})
export type Rule = z.output<typeof Rule>

function isDomain(name: string): boolean {
  const labels = name.split('.')
  return labels.length > 1 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}$/.test(label) && !label.endsWith('-'))
}

export const maxListWords = 10_000
export const maxListWord = 100

/** A list of words that rules share and that can be pushed to the filter words of chats. */
export const WordList = z.object({
  name: nameText(60),
  words: z
    .array(filledText(maxListWord))
    .check(z.maxLength(maxListWords, { error: `must have at most ${maxListWords} words`, abort: true })),
})
export type WordList = z.output<typeof WordList>
