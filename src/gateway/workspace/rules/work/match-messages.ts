import type { Message } from '#contract/messages.ts'
import { MatchingEnded } from '../matching/matching.ts'
import type { Wave } from '../matching/waves.ts'
import { noteIfLong } from './crash-note.ts'
import type { WatchRound, WatchedChat } from './watch.ts'
import type { RuleMatch } from './write-hits.ts'

/** Compares messages with the rules of their chat, a part at a time, so that accounts take turns and one with much to do is interrupted. */

/** Of one part: about 0.2 s, if each instruction takes some tens of nanoseconds. Messages are at most a few thousand characters long. */
const maxSteps = 10_000_000
const maxMessages = 200
/** After this long the rest of a read is left to the next one. Milliseconds. */
const maxMs = 3000

interface Matched {
  matches: RuleMatch[]
  waves: Wave[]
  /** How many of the messages were compared. */
  count: number
}

interface ToMatch {
  /** In the order of their time. */
  messages: readonly Message[]
  /** Whether it was not read before this process started. */
  isNew: (message: Message) => boolean
  /** Whether it is the first one of its author; asked once for each message that is compared, in their order. */
  isFirst: (message: Message) => boolean
}

/** Earlier messages are all compared, and new ones as long as there is time. Rejects as Matching does. */
export async function matchMessages(round: WatchRound, chat: WatchedChat, { messages, isNew, isFirst }: ToMatch): Promise<Matched> {
  const { watch, monotonicMs } = round
  const rules = new Map(chat.rules.map((rule) => [rule.key, rule]))
  const steps = chat.rules.reduce((sum, { key }) => sum + (watch.compiled.get(key)?.own.steps ?? 0), 1)
  const matched: Matched = { matches: [], waves: [], count: 0 }
  const end = monotonicMs() + maxMs
  const earlier = messages.findLastIndex((message) => !isNew(message)) + 1
  while (matched.count < messages.length && (matched.count < earlier || monotonicMs() < end)) {
    const part = firstPart(messages.slice(matched.count, matched.count + maxMessages), steps).map((message) => ({
      message,
      isFirst: isFirst(message),
      isNew: isNew(message),
    }))
    const found = await noteIfLong(round, () =>
      watch.matching.ask({ kind: 'read', chatId: chat.id, keys: [...rules.keys()], messages: part }),
    )
    matched.waves.push(...found.waves)
    for (const { key, ...match } of found.matches) {
      const rule = rules.get(key)
      if (!rule) throw new MatchingEnded('A rule that is not watched any more was compared.')
      matched.matches.push({ rule, ...match })
    }
    matched.count += part.length
  }
  return matched
}

/** At least one message. */
function firstPart(messages: readonly Message[], steps: number): readonly Message[] {
  let work = 0
  const end = messages.findIndex(({ text }) => (work += (text.length + 1) * steps) > maxSteps)
  return end < 0 ? messages : messages.slice(0, Math.max(1, end))
}
