import type { Settings } from '#contract/settings-derive.ts'
import type { Said } from '../conversation.ts'
import type { Random } from '../random.ts'

/** A room of the demo account. Moments are seconds before now, so that the demo is always fresh. */
export interface Room {
  hash: string
  settings: Partial<Settings> & { name: string }
  design: Record<string, string>
  createdDaysAgo: number
  polls: RoomPoll[]
  /** Addresses and ranges, `first` or `first-last`. */
  bans: string[]
  /** All messages in the order of their times. @param now Unix seconds */
  messages: (random: Random, now: number) => Said[]
}

export interface RoomPoll {
  question: string
  /** Two to four answers with their votes. */
  answers: [string, number][]
  createdAgo: number
  sentAgo?: number
  publishedAgo?: number
  deletedAgo?: number
}

export const minutes = 60
export const hours = 3600
export const days = 86_400

export const inOrder = (...parts: Said[][]): Said[] => parts.flat().toSorted((a, b) => a.time - b.time)
