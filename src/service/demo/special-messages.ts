import type { ScriptedMessage, SpamWave } from './chat-file.ts'
import { chatItself, messageBy, type DraftMessage } from './conversation.ts'
import type { Random } from './random.ts'

/** What happens in chats besides conversation: waves of spam, and messages written by hand. */

/** @param now Unix seconds */
export function spamMessages(random: Random, now: number, { ago, minutes, authors, texts }: SpamWave): DraftMessage[] {
  return Object.entries(authors).flatMap(([name, count]) => {
    const id = random.int(400_000, 499_999)
    return Array.from({ length: count }, () =>
      messageBy(
        { id, name, image: null },
        now - ago + random.int(0, minutes * 60),
        random.pick(texts).replace('{n}', String(random.int(7, 48))),
      ),
    )
  })
}

interface Scene {
  /** Unix seconds. */
  now: number
  /** Under whose name messages without an author stand. */
  host: string
  /** People who wrote before keep their id and picture. */
  known: readonly DraftMessage[]
}

export function scriptedMessages(random: Random, { now, host, known }: Scene, script: readonly ScriptedMessage[]): DraftMessage[] {
  const people = new Map(known.map(({ user_id: id, user_name: name, image }) => [name, { id, name, image }]))
  return script.map(({ ago, by, text }) => {
    if (by === undefined) return messageBy(chatItself(host), now - ago, text)
    const person = people.get(by) ?? { id: random.int(100_000, 399_999), name: by, image: null }
    people.set(by, person)
    return messageBy(person, now - ago, text)
  })
}
