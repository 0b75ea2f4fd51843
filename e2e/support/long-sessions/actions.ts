import { browserActions } from './browser-actions.ts'
import { listActions } from './list-actions.ts'
import { messageActions } from './message-actions.ts'
import { moderationActions } from './moderation-actions.ts'
import { settingActions } from './setting-actions.ts'
import type { World } from './world.ts'

/** The effects of an action that the screen alone does not show. */
export interface Done {
  /** A description for the report. */
  words: string
  /** It opens a page or reloads it: anything may move, and the selection is cleared. */
  navigates?: boolean
  /** Everything happened in an overlay: the page behind it must not change. */
  overlaid?: boolean
  /** It closed an overlay. */
  closed?: boolean
  /** Nothing should move, so every layout shift counts, also those that the browser attributes to recent input. */
  isGentle?: boolean
}

export interface Action {
  /** Whether the action is possible now. */
  can: (world: World) => boolean
  /** It needs neither the service nor code that is not loaded yet. */
  needsNothing?: true
  /** @param pick a random number that chooses among the possible targets */
  do: (world: World, pick: number) => Promise<Done>
}

export const actions = { ...browserActions, ...settingActions, ...listActions, ...messageActions, ...moderationActions } satisfies Record<
  string,
  Action
>

export type ActionName = keyof typeof actions
