import { ChatFile } from './chat-file.ts'
import askTheVet from './chats/ask-the-vet.json'
import mainStage from './chats/main-stage.json'
import nightCafe from './chats/night-cafe.json'
import nightRadio from './chats/night-radio.json'
import tangoBeginners from './chats/tango-beginners.json'
import { type DraftMessage, simulateConversation, type Busyness, day, hourOf, type Span, weekdayOf, within } from './conversation.ts'
import { bankOf, type ChatName } from './speech.ts'
import type { Random } from './random.ts'
import { scriptedMessages, spamMessages } from './special-messages.ts'

/** The chats of the demo account. Their contents are data files, checked when they are loaded. */

export type DemoChat = ChatFile & { name: ChatName }

const files: Record<ChatName, unknown> = { mainStage, nightRadio, askTheVet, nightCafe, tangoBeginners }

// The record above has exactly the names of the chats.
export const demoChats: DemoChat[] = Object.entries(files).map(([name, file]) => ({ ...ChatFile.parse(file), name: name as ChatName }))

/** All messages of a chat in the order of their times. @param now Unix seconds */
export function messagesOf({ name, closedDaysAgo = 0, ...chat }: DemoChat, random: Random, now: number): DraftMessage[] {
  const end = now - closedDaysAgo * day
  const { host, voices, startsAgo, endsAgo, exchanges, pauseSeconds } = chat.conversation
  const conversation = simulateConversation(random, {
    voices: voices.map(({ language, share }) => ({ language, bank: bankOf(name, language), share })),
    host,
    span: { from: end - startsAgo, to: end - endsAgo },
    exchanges,
    ...schedules[name](now),
    pauseSeconds,
  })
  return [
    conversation,
    ...chat.spam.map((wave) => spamMessages(random, end, wave)),
    scriptedMessages(random, { now: end, host, known: conversation }, chat.incidents),
    scriptedMessages(random, { now: end, host, known: conversation }, chat.lastMessages),
  ]
    .flat()
    .toSorted((a, b) => a.time - b.time)
}

/** When people write in each chat of the demo, and about what. Times are Unix seconds in UTC. */
interface Schedule {
  busyness: Busyness
  /** A topic that the phrases of the chat have. */
  topicAt: (seconds: number) => string
}

const minute = 60
const hour = 3600

const schedules: Record<ChatName, (now: number) => Schedule> = {
  mainStage: (now) => {
    const shows = showsUntil(now)
    return { busyness: (seconds) => showBusyness(shows, seconds), topicAt: (seconds) => phaseAt(shows, seconds) }
  },

  // On the air from 22:00 to 4:00 in Poland. Listeners are awake in the last hour too, at whatever time of day somebody looks at the demo.
  nightRadio: (now) => {
    const isNight = (seconds: number) => hourOf(seconds) >= 20 || hourOf(seconds) < 3 || seconds > now - hour
    const isWeekend = (seconds: number) => [5, 6].includes(weekdayOf(seconds))
    return {
      busyness: (seconds) => (isNight(seconds) ? (isWeekend(seconds) ? 30 : 18) : 1),
      topicAt: (seconds) => (isNight(seconds) ? 'night' : 'day'),
    }
  },

  askTheVet: () => ({
    busyness: (seconds) => (isConsultation(seconds) ? 40 : hourOf(seconds) < 6 ? 0.2 : 1),
    topicAt: (seconds) => (Math.floor(seconds / 61) % 3 ? 'questions' : 'chat'),
  }),

  // From nine in the morning to one at night in Cologne; the evening is the busy part.
  nightCafe: () => ({
    busyness: (seconds) => {
      const hour = hourOf(seconds)
      if (hour < 7) return hour === 0 ? 4 : 0.2
      return hour < 11 ? 3 : hour < 16 ? 5 : hour < 22 ? 11 : 7
    },
    topicAt: (seconds) => (hourOf(seconds) >= 7 && hourOf(seconds) < 17 ? 'day' : 'evening'),
  }),

  tangoBeginners: () => ({ busyness: () => 1, topicAt: () => 'class' }),
}

/** Weekdays from five to seven, Saturdays from ten to noon. */
function isConsultation(seconds: number): boolean {
  const hour = hourOf(seconds)
  const weekday = weekdayOf(seconds)
  if (weekday === 0) return false
  return weekday === 6 ? hour === 10 || hour === 11 : hour === 17 || hour === 18
}

const showLength = 2.4 * hour

/** The show that is on now, and those of the Saturday evenings of the 30 days before. */
function showsUntil(now: number): Span[] {
  const past: Span[] = []
  for (let start = now - (now % day) + 18.5 * hour - 30 * day; start + showLength < now - 12 * hour; start += day) {
    if (weekdayOf(start) === 6) past.push({ from: start, to: start + showLength })
  }
  return [...past, { from: now - 2 * hour, to: now + 0.4 * hour }]
}

/** How long people talk about a show before it begins and after it ends. */
const margin = 25 * minute

function phaseAt(shows: Span[], seconds: number): string {
  const show = shows.find((one) => within({ from: one.from - margin, to: one.to + margin }, seconds))
  if (!show) return 'between'
  if (seconds < show.from) return 'before'
  return seconds < show.to ? 'during' : 'after'
}

/** A piece ends every ninth minute of a show. */
const isApplause = (shows: Span[], seconds: number) =>
  shows.some((show) => within(show, seconds) && Math.floor((seconds - show.from) / minute) % 9 === 8)

function showBusyness(shows: Span[], seconds: number): number {
  switch (phaseAt(shows, seconds)) {
    case 'before':
      return 22
    case 'during':
      return isApplause(shows, seconds) ? 150 : 34
    case 'after':
      return 26
    default:
      return hourOf(seconds) < 6 ? 0.02 : hourOf(seconds) < 16 ? 0.1 : 0.2
  }
}
