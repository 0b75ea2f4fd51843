import type { Preset, PresetValues } from './preset.ts'

/** The presets that come with the product. One that was edited is stored under the same id and replaces it; deleting that brings this one back. */

interface BuiltInPreset extends Preset {
  /** Only settings of this release. */
  values: PresetValues & Preset['values']
}

export const builtInPresets = {
  lockdown: {
    name: 'Lockdown',
    description: 'Stops guests, links, images, uploads and private messages. The welcome message says why.',
    values: {
      anonymous: false,
      allowLinks: false,
      allowImages: false,
      upload: false,
      privateChat: false,
      groupChatWelcomeMessage: 'Only registered users can write for now. No links, please.',
    },
    chats: 'all',
    minutes: 120,
  },
  event: {
    name: 'Event',
    description: 'For a live event: everyone can enter, and nothing distracts from the chat.',
    values: {
      anonymous: true,
      allowListeners: true,
      systemMessages: false,
      allowLinks: false,
      allowAudio: false,
      allowVideo: false,
      p2pAudio: false,
      p2pVideo: false,
      autoInvite: false,
    },
    chats: 'all',
    minutes: 240,
  },
  'quiet-hours': {
    name: 'Quiet hours',
    description: 'For times when nobody moderates: only text, no uploads and no calls.',
    values: { allowImages: false, upload: false, p2pAudio: false, p2pVideo: false, privateChat: false },
    chats: 'all',
    minutes: 480,
  },
  open: {
    name: 'Open',
    description: 'Lets everyone in and allows everything that users can share.',
    values: {
      anonymous: true,
      allowListeners: true,
      allowLinks: true,
      allowImages: true,
      upload: true,
      uploadAdmin: false,
      privateChat: true,
    },
    chats: 'all',
    minutes: 120,
  },
} as const satisfies Record<string, BuiltInPreset>

export type BuiltInPresetId = keyof typeof builtInPresets
export const builtInPresetIds = Object.keys(builtInPresets) as BuiltInPresetId[]
export const isBuiltInPreset = (presetId: string): presetId is BuiltInPresetId => Object.hasOwn(builtInPresets, presetId)
