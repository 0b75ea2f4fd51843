import { type DestinationStream, type Logger, pino } from 'pino'

/** The log of this process: lines of JSON on stdout. */

const periodMs = 60_000
/** Different problems that are recognised when they come again. */
const maxProblems = 500
/** References that answers name, in a line about repeats. */
const maxReferences = 50

/** A failure that was logged, and how often it came again. */
interface Problem {
  repeats: number
  references: string[]
}

interface Failure {
  err: unknown
  event?: unknown
  reference?: unknown
}

/**
 * A failure is logged with its stack once. While the same one comes again, a line every minute says how often: a full disk or a lost database would
 * otherwise fill the log with one stack for each request.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const problems = new Map<string, Problem>()
  return pino({ level, hooks: { logMethod, streamWrite: escaped } }, destination ?? pino.destination(1))

  function logMethod(this: Logger, args: Parameters<pino.LogFn>, write: pino.LogFn): void {
    const [failure, message] = args as [unknown, unknown]
    if (!isFailure(failure)) return write.apply(this, args)
    const key = JSON.stringify([message, failure.event, reasonOf(failure.err)])
    const known = problems.get(key)
    if (known) {
      known.repeats++
      if (typeof failure.reference === 'string' && known.references.length < maxReferences) known.references.push(failure.reference)
      return
    }
    write.apply(this, args)
    if (problems.size >= maxProblems) return
    const problem: Problem = { repeats: 0, references: [] }
    problems.set(key, problem)
    const countRepeats = () => {
      const { repeats, references } = problem
      if (repeats === 0) return void problems.delete(key)
      Object.assign(problem, { repeats: 0, references: [] })
      const { event } = failure
      const line = {
        ...(event !== undefined && { event }),
        reason: reasonOf(failure.err),
        repeats,
        ...(references.length > 0 && { references }),
      }
      write.call(this, line, `${String(message)}: ${repeats} more in the last minute`)
      watch()
    }
    const watch = () => setTimeout(countRepeats, periodMs).unref()
    watch()
  }
}

// JSON leaves them as they are, but terminals obey some of them: U+009B begins a control sequence, and a bidi mark turns the text after it.
// oxlint-disable-next-line no-control-regex
const obeyed = /[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu

/** The same JSON. Names of chats and answers of other services come into the log, and those may hold anything. */
const escaped = (line: string) => line.replace(obeyed, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)

const isFailure = (value: unknown): value is Failure => typeof value === 'object' && value !== null && 'err' in value

/** Equal for equal failures: the messages of a database may hold names that differ. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : `${error.name}: ${error.message}`
}

/**
 * A path, or a segment of one, for a log. A segment longer than any id or address range may be a token that somebody mistook for an id, so only its
 * first characters are kept.
 */
export const redact = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.length < 32 ? segment : `${segment.slice(0, 4)}…`))
    .join('/')
