import type { Tables } from '../tables.ts'
import { namesOf, type Language } from './people.ts'
import type { Random } from './random.ts'
import { createSpeech, type Bank, type Speech, type Turn } from './speech.ts'

/** A message that has no chat and no id yet. */
export type DraftMessage = Omit<Tables['message'], 'chat_id' | 'id'>

export interface Voice {
  language: Language
  bank: Bank
  /** How much of the conversation is in this language; only the ratio between voices means anything. */
  share: number
}

interface Conversation {
  voices: Voice[]
  /** Under whose name the chat's own messages stand. */
  host: string
  span: Span
  /** How many exchanges begin in the span. */
  exchanges: number
  busyness: Busyness
  /** What people talk about at a moment: a topic that each bank has. */
  topicAt: (seconds: number) => string
  /** The shortest and the longest pause between two turns of an exchange. */
  pauseSeconds: [number, number]
}

interface Person {
  id: number
  name: string
  image: string | null
}

/** A conversation as messages in the order of their times. Turns that would fall after the span are left out. */
export function simulateConversation(random: Random, conversation: Conversation): DraftMessage[] {
  const casts = conversation.voices.map(({ language, bank }) => ({ people: castOf(random, language), speech: createSpeech(bank, random) }))
  const turnOf = byShare(random, conversation.voices)
  const host = chatItself(conversation.host)
  const messages: DraftMessage[] = []
  for (const start of moments(random, conversation.span, conversation.exchanges, conversation.busyness)) {
    const cast = casts[turnOf()]
    if (!cast) continue
    let time = start
    for (const { by, text } of turns(random, cast, conversation.topicAt(start), host)) {
      if (time < conversation.span.to) messages.push(messageBy(by, time, text))
      time += random.int(...conversation.pauseSeconds)
    }
  }
  return messages.toSorted((a, b) => a.time - b.time)
}

const turns = (random: Random, { people, speech }: { people: Person[]; speech: Speech }, topic: string, host: Person) => {
  const opener = regular(random, people)
  const answerer = regular(random, people, [opener])
  return speech.exchange(topic, { opener, answerer, other: regular(random, people, [opener, answerer]), host })
}

/** An endless conversation about all topics of the bank, one turn after the other. */
export function* chatter(random: Random, people: Person[], bank: Bank): Generator<Turn<Person>, never> {
  const cast = { people, speech: createSpeech(bank, random) }
  const topics = Object.keys(bank.topics)
  const host = chatItself('Host')
  for (;;) yield* turns(random, cast, random.pick(topics), host)
}

export const messageBy = ({ id, name, image }: Person, time: number, text: string): DraftMessage => ({
  time,
  user_id: id,
  user_name: name,
  image,
  text,
})

/** The chat's own messages have no user, as those sent through the API. */
export const chatItself = (name: string): Person => ({ id: 0, name, image: null })

/** The people of a language in one chat. Their ids and pictures depend on the chat's random numbers alone. */
export function castOf(random: Random, language: Language): Person[] {
  return random.shuffled(namesOf(language)).map((name) => {
    const id = random.int(20_000, 99_999)
    return { id, name, image: random.chance(0.4) ? `https://avatars.example/u/${id}.jpg` : null }
  })
}

/** Somebody from the cast: the front of the list writes often, its end now and then. */
function regular(random: Random, people: Person[], not: Person[] = []): Person {
  const free = people.filter((person) => !not.includes(person))
  const person = free[Math.floor(free.length * random.next() ** 1.7)]
  if (!person) throw new RangeError('An exchange needs three people')
  return person
}

function byShare(random: Random, voices: Voice[]): () => number {
  const total = voices.reduce((sum, { share }) => sum + share, 0)
  return () => {
    let rest = random.next() * total
    return Math.max(
      0,
      voices.findIndex(({ share }) => (rest -= share) < 0),
    )
  }
}

/** All times here are Unix seconds. */
export interface Span {
  from: number
  to: number
}

/** How busy a chat is at a moment; only the ratio of two values means anything. */
export type Busyness = (seconds: number) => number

/** Sorted moments within the span, denser where the chat is busier. */
function moments(random: Random, { from, to }: Span, count: number, busyness: Busyness): number[] {
  const minutes = Math.floor((to - from) / 60)
  const sums = new Float64Array(minutes)
  let total = 0
  for (let minute = 0; minute < minutes; minute++) {
    total += busyness(from + minute * 60)
    sums[minute] = total
  }
  const found = Array.from({ length: count }, () => from + firstAbove(sums, random.next() * total) * 60 + random.int(0, 59))
  return found.toSorted((a, b) => a - b)
}

function firstAbove(sums: Float64Array, value: number): number {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

export const day = 86_400
export const hourOf = (seconds: number) => Math.floor((seconds % day) / 3600)
/** 0 = Sunday. */
export const weekdayOf = (seconds: number) => (Math.floor(seconds / day) + 4) % 7
export const within = ({ from, to }: Span, seconds: number) => seconds >= from && seconds < to
