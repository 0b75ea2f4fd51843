import { compileExpression, type LinearExpression } from '#engine/analysis/rules/expression.ts'
import { figure } from '../../src/test-figure.ts'

/**
 * G5: expressions of rules that are written to take long. Each is refused with the place of its fault, or takes time in proportion to the text: eight
 * times the text at most sixteen times as long, where an engine that backtracks takes 64 times as long or never ends.
 */

/** Above the lengths at which the engine changes from one algorithm to another. */
const shorter = 32_000
const longer = 8 * shorter
const maxGrowth = 16
/** A message has at most this many bytes. */
const messageLength = 2000
const rounds = 4

/** Texts on which these expressions nearly match, again and again. */
const texts = (length: number) => [
  'a'.repeat(length),
  'ab'.repeat(length / 2),
  'a '.repeat(length / 2),
  'a@a.'.repeat(length / 4),
  `${'a'.repeat(length - 1)}!`,
]

const nested = [
  '(a+)+b',
  '(a*)*b',
  '(a|a)*b',
  '(a|aa)+$',
  '(?:a|aa|aaa)+!$',
  '((((a*)*)*)*)*b',
  '(.*a){20}b',
  '(.*)(.*)(.*)(.*)b',
  '(a?){60}a{60}b',
]
const published = [
  String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$`,
  String.raw`(\w+\s?)*!`,
  String.raw`^(\d+|\w+)*@`,
  String.raw`(x+x+)+y`,
  String.raw`^\s+|\s+$`,
  String.raw`(?:[^<]+|<[^>]*>)*@@`,
  String.raw`(https?://)?(\w+\.)*\w+/?(\?.*)?#$`,
]
const large = [
  'a?'.repeat(500) + 'a'.repeat(500),
  'a'.repeat(10_000),
  '(a|b)*'.repeat(1700),
  `${'('.repeat(5000)}a${')'.repeat(5000)}`,
  `${'('.repeat(450)}a${')*'.repeat(450)}`,
  '[a-z]{1,1000}!',
  '((a{100}){100}){100}',
  '(((a{1,30}){1,30}){1,30}){1,30}',
  String.raw`\p{L}{1,1000}9`,
  '['.repeat(1000),
  '(?:'.repeat(333),
]
const unsupported = [
  '(?=a)b',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  String.raw`(a)\1`,
  String.raw`(?<n>a)\k<n>`,
  'a++',
  '(?>a+)b',
  '(?R)',
  '(?(1)a|b)',
]

interface Verdict {
  pattern: string
  refused: boolean
  /** Milliseconds for a message of the greatest length, compilation included. */
  first: number
  growth: number
}

function judge(pattern: string): Verdict {
  const start = performance.now()
  const expression = compileExpression(pattern)
  if (expression.kind === 'fault') {
    const isClear = expression.message !== '' && expression.from >= 0 && expression.to <= pattern.length && expression.from <= expression.to
    if (!isClear) throw new Error(`${pattern.slice(0, 40)} is refused without a clear reason`)
    return { pattern, refused: true, first: performance.now() - start, growth: 0 }
  }
  for (const text of texts(messageLength)) expression.test(text)
  const first = performance.now() - start
  const growth = Math.max(
    ...texts(shorter).map((_, kind) => timeOf(expression, texts(longer)[kind]!) / timeOf(expression, texts(shorter)[kind]!)),
  )
  return { pattern, refused: false, first, growth }
}

/** The fastest of several runs of a fresh automaton, in milliseconds, and not less than what a clock can tell. */
function timeOf(expression: LinearExpression, text: string): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    expression.find(text)
    return performance.now() - start
  })
  return Math.max(Math.min(...times), 0.05)
}

const verdicts = [...nested, ...published, ...large, ...unsupported].map(judge)
const accepted = verdicts.filter(({ refused }) => !refused)
const tooSlow = accepted.filter(({ growth }) => growth > maxGrowth)
for (const { pattern, growth } of tooSlow) console.log(`${pattern.slice(0, 60)}: ${growth.toFixed(1)} times as long`)
const mustBeRefused = new Set(unsupported)
const wronglyAccepted = accepted.filter(({ pattern }) => mustBeRefused.has(pattern))
for (const { pattern } of wronglyAccepted) console.log(`${pattern} is accepted`)
const max = (figures: number[]) => Math.max(...figures)
figure(
  'G5',
  tooSlow.length === 0 && wronglyAccepted.length === 0,
  `${verdicts.length} hostile expressions: ${verdicts.length - accepted.length} refused with the place and the reason, ${accepted.length} accepted; eight times the text takes at most ${max(
    accepted.map(({ growth }) => growth),
  ).toFixed(
    1,
  )} times as long; compiling one and testing five messages of the greatest length takes at most ${Math.ceil(max(accepted.map(({ first }) => first)))} ms`,
)
