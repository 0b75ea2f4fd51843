import { createStore } from '#dashboard/ui/store.ts'

export interface TurnOnRequest {
  /** Missing: Lockdown, and the dialog offers the others. */
  presetId?: string
  /** The chats that are chosen beforehand; missing: those of the mode. */
  chatIds?: readonly number[]
  /** The chat that the person looks at: chosen as well, and offered by itself. */
  hereId?: number
}

export type PresetOpening = ({ dialog: 'turn-on' } & TurnOnRequest) | { dialog: 'extend'; onId: string }

/** Which dialog about modes is open. The frame shows it, so that every page can open it. */
export const presetOpening = createStore<PresetOpening | null>(null)

export const turnOnPreset = (request: TurnOnRequest = {}) => presetOpening.set({ dialog: 'turn-on', ...request })
