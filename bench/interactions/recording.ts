import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'

/** How long each click and key took until the next paint, by the browser's event timing. */
export interface Interaction {
  /** The path, without the id of the chat. */
  page: string
  /** What was done to what. */
  action: string
  /** Milliseconds from the input to the paint, and its three parts. */
  duration: number
  inputDelay: number
  processing: number
  presentation: number
}

interface Recording {
  /** The interactions that took longer than a frame. */
  slow: Interaction[]
  /** The number of all. */
  total: number
}

export const record = (context: BrowserContext) => context.addInitScript({ path: join(import.meta.dirname, 'observe.js') })

/** The interactions since the document was loaded. */
export const readRecording = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { readInteractions: () => Recording }).readInteractions())

/** The duration that 98 % of the interactions stay below, those included that were too short to be recorded. Milliseconds. */
export function p98({ slow, total }: Recording): number {
  const index = Math.floor(Math.max(total, slow.length) * 0.02)
  return slow.toSorted((one, other) => other.duration - one.duration)[index]?.duration ?? 0
}

export function printWorst({ slow }: Recording, most: number): void {
  const worst = slow.toSorted((one, other) => other.duration - one.duration).slice(0, most)
  console.table(
    worst.map(({ page, action, ...times }) => ({
      page,
      action,
      ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Math.round(ms)])),
    })),
  )
}
