import { hostNamed, say, type Said } from './conversation.ts'
import type { Random } from './random.ts'

/** What happens in chats besides talk: waves of spam, insults, and the last words before now. */

export interface Wave {
  /** Seconds before now at which it begins. */
  ago: number
  minutes: number
  /** How many messages each name sends. */
  posters: Record<string, number>
  /** With `{n}` where a number goes, so that no two are quite the same. */
  texts: string[]
}

/** @param now Unix seconds */
export function spam(random: Random, now: number, { ago, minutes, posters, texts }: Wave): Said[] {
  return Object.entries(posters).flatMap(([name, count]) => {
    const id = random.int(400_000, 499_999)
    return Array.from({ length: count }, () =>
      say({ id, name, image: null }, now - ago + random.int(0, minutes * 60), random.pick(texts).replace('{n}', String(random.int(7, 48)))),
    )
  })
}

/** One message at its moment: seconds before now, who, what. A name with `*` before it speaks for the room. */
export type Line = readonly [ago: number, name: string, text: string]

/** People who are in `known` keep their id and picture. @param now Unix seconds */
export function lines(random: Random, now: number, all: readonly Line[], known: readonly Said[]): Said[] {
  const byName = new Map(
    known.map((message) => [message.user_name, { id: message.user_id, name: message.user_name, image: message.image }]),
  )
  return all.map(([ago, name, text]) => {
    if (name.startsWith('*')) return say(hostNamed(name.slice(1)), now - ago, text)
    const person = byName.get(name) ?? { id: random.int(100_000, 399_999), name, image: null }
    byName.set(name, person)
    return say(person, now - ago, text)
  })
}
