import { browserActions } from './browser-actions.ts'
import { listActions } from './list-actions.ts'
import { messageActions } from './message-actions.ts'
import { settingActions } from './setting-actions.ts'
import type { World } from './world.ts'

/** What became of an action, as far as the screen alone does not tell it. */
export interface Done {
  /** What was done, for the record. */
  words: string
  /** Another page, or the same one anew: everything may move, and the selection is gone. */
  navigates?: boolean
  /** All of it happened over the page: what lies behind must be as before. */
  overlaid?: boolean
  /** Something was open over the page and is closed now. */
  closed?: boolean
  /** Nobody expects the page to jump at this, so that every shift counts, also those that the browser excuses as caused by input. */
  isGentle?: boolean
}

export interface Action {
  /** Whether somebody could do it now. */
  can: (world: World) => boolean
  /** It needs neither the service nor code that is not loaded yet. */
  needsNothing?: true
  /** @param pick a random number, which chooses among what there is */
  do: (world: World, pick: number) => Promise<Done>
}

export const actions = { ...browserActions, ...settingActions, ...listActions, ...messageActions } satisfies Record<string, Action>

export type ActionName = keyof typeof actions
