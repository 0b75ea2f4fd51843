import askTheVet from './chats/ask-the-vet.json' with { type: 'json' }
import mainStage from './chats/main-stage.json' with { type: 'json' }
import nightCafe from './chats/night-cafe.json' with { type: 'json' }
import nightRadio from './chats/night-radio.json' with { type: 'json' }
import tangoBeginners from './chats/tango-beginners.json' with { type: 'json' }
import { ChatFile } from './chat-file.ts'
import { simulateConversation, type DraftMessage } from './conversation.ts'
import { bankOf, type ChatName } from './phrases.ts'
import type { Random } from './random.ts'
import { day } from './rhythm.ts'
import { schedules } from './schedules.ts'
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
