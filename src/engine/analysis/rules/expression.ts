import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js'
import { maxExpressionLength } from '#contract/rules/rule.ts'

/**
 * Regular expressions of rules. They run on the server for every message, so they use RE2, which takes linear time for any pattern. It supports neither
 * lookaround nor backreferences, for which no linear-time algorithm is known.
 */

/** Instructions of a compiled expression: each costs time for every character of a text. Long alternations belong in a word list, which has no such cost. */
export const maxProgramSize = 500

export interface ExpressionFault {
  kind: 'fault'
  /** A sentence for the person who wrote it. */
  message: string
  /** The faulty part is `pattern.slice(from, to)`. */
  from: number
  to: number
}

export interface LinearExpression {
  kind: 'expression'
  /** Instructions of its program. */
  size: number
  test: (text: string) => boolean
  /** The first match in UTF-16 offsets, `to` exclusive; null if there is none. */
  find: (text: string) => { from: number; to: number } | null
}

/**
 * RE2 remembers the states that texts lead to, 8 MB of them for each expression unless told otherwise, and the authors of messages choose the texts.
 * Beyond its memory it starts over, or goes on without.
 */
const stateBytesPerInstruction = 512

const known = new Map<string, WeakRef<LinearExpression | ExpressionFault>>()
/** Then those that no rule uses any more are forgotten. */
const maxKnown = 10_000

/** Compiles as `compileExpression` does, once for all rules that use the expression at the same time. */
export function expressionOf(pattern: string): LinearExpression | ExpressionFault {
  const before = known.get(pattern)?.deref()
  if (before) return before
  const compiled = compileExpression(pattern)
  if (known.size >= maxKnown) for (const [unused, reference] of known) if (!reference.deref()) known.delete(unused)
  known.set(pattern, new WeakRef(compiled))
  return compiled
}

/** Compiles case-insensitively. Never throws. */
export function compileExpression(pattern: string): LinearExpression | ExpressionFault {
  if (pattern.length > maxExpressionLength) {
    const message = `The expression has ${pattern.length.toLocaleString('en')} characters; at most ${maxExpressionLength.toLocaleString('en')} are possible.`
    return { kind: 'fault', message, from: maxExpressionLength, to: pattern.length }
  }
  try {
    const expression = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    const size = expression.programSize()
    if (size > maxProgramSize) return { kind: 'fault', message: tooLarge, from: 0, to: pattern.length }
    const { dfa } = expression.re2()
    dfa.stateBudget = dfa.memBudget = size * stateBytesPerInstruction
    return {
      kind: 'expression',
      size,
      test: (text) => expression.test(text),
      find: (text) => {
        const matcher = expression.matcher(text)
        return matcher.find() ? { from: matcher.start(), to: matcher.end() } : null
      },
    }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return faultOf(pattern, error)
  }
}

const tooLarge = 'The expression is too large. Use smaller repetitions, or a list of words instead of many alternatives.'

/** The error messages of RE2, and what the person reads instead. */
const explanations: Record<string, string> = {
  'missing closing ]': 'A “[” is never closed.',
  'missing closing )': 'A “(” is never closed.',
  'unexpected )': 'A “)” was never opened.',
  'missing argument to repetition operator': 'There is nothing to repeat here.',
  'invalid nested repetition operator': 'A repetition is repeated here. Use brackets around the first one.',
  'invalid repeat count': 'At most 1,000 repetitions are possible, nested ones multiplied.',
  'invalid character class range': 'This range is not valid.',
  'invalid escape sequence': 'This escape is not possible here.',
  'trailing backslash at end of expression': 'The “\\” at the end escapes nothing.',
  'invalid or unsupported Perl syntax': 'This is not possible here.',
  'duplicate capture group name': 'Two groups have the same name.',
  'expression nests too deeply': 'The brackets are nested too deeply.',
  'regexp too big': tooLarge,
}

const lookaround = /^\(\?(?:[=!]|<[=!])/
const backreference = /^\\(?:[1-9]|k)/

function faultOf(pattern: string, error: RE2JSException): ExpressionFault {
  const [description, part] =
    error instanceof RE2JSSyntaxException ? [error.getDescription(), error.getPattern() ?? ''] : [error.message, '']
  const { from, to } = positionOf(pattern, description, part)
  const faulty = pattern.slice(from, to)
  const message = lookaround.test(pattern.slice(from))
    ? 'Lookahead and lookbehind are not possible, because they can take exponential time. Use a second condition instead.'
    : backreference.test(faulty)
      ? 'References to earlier groups are not possible, because they can take exponential time.'
      : (explanations[description] ?? 'This is not a valid expression.')
  return { kind: 'fault', message, from, to }
}

/** RE2 reports the faulty part but not its position; for an unmatched bracket it reports more than the bracket. */
function positionOf(pattern: string, description: string, part: string): { from: number; to: number } {
  if (description === 'missing closing )' || description === 'unexpected )') {
    const from = loneBracket(pattern)
    return { from, to: from + 1 }
  }
  const from = part === '' ? -1 : description === 'missing closing ]' ? pattern.length - part.length : pattern.indexOf(part)
  return from < 0 ? { from: 0, to: pattern.length } : { from, to: from + part.length }
}

/** The position of the first “)” without an opening bracket, or else of the last “(” without a closing one. */
function loneBracket(pattern: string): number {
  const open: number[] = []
  let isInClass = false
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at++
    else if (isInClass) isInClass = sign !== ']'
    else if (sign === '[') isInClass = true
    else if (sign === '(') open.push(at)
    else if (sign === ')' && open.pop() === undefined) return at
  }
  return open.at(-1) ?? 0
}
