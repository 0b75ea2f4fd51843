import { askToSignOut } from '#dashboard/app/shell/ask-to-sign-out.tsx'
import type { Chat } from '#contract/chats.ts'
import type { PresetOn } from '#contract/gateway/presets.ts'
import type { Right } from '#contract/gateway/rights.ts'
import type { May } from '#dashboard/platform/session/rights.ts'
import { turnOnPreset } from '#dashboard/platform/presets/opening.ts'
import { to } from '#dashboard/platform/to.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { schemeIcons, setScheme } from '#dashboard/ui/theme/scheme.ts'
import type { PaletteCommand } from './palette-items.ts'

interface CommandsFor {
  /** The open chat. */
  chat: Chat | undefined
  /** The chats that actions are offered for if no chat is open. */
  recent: readonly Chat[]
  may: May
  /** The person may turn modes on somewhere. */
  usesPresets: boolean
  /** Those that the person may end. */
  presetsOn: readonly PresetOn[]
}

/** The commands that are available everywhere, with synonyms. What the person may not do is left out. */
export function commands({ chat, recent, may, usesPresets, presetsOn }: CommandsFor): PaletteCommand[] {
  return [
    ...(may('chats.create') ? [newChat] : []),
    ...(chat ? [chat] : recent).flatMap((one) =>
      ofChat(one)
        .filter(({ right }) => may(right, one.id))
        .map(({ what, ...command }) => ({ ...command, id: `${what}-${one.id}`, detail: one.name })),
    ),
    ...(usesPresets ? presetCommands(chat) : []),
    ...presetsOn.map(endCommand),
    schemeCommand('dark', 'dark', 'night black'),
    schemeCommand('light', 'light', 'day white'),
    schemeCommand('auto', 'system', 'auto'),
    {
      id: 'sign-out',
      icon: 'signOut',
      label: 'Sign out',
      keywords: 'log out logout leave',
      action: () => void askToSignOut(),
    },
  ]
}

/** @param chat the open one */
const presetCommands = (chat: Chat | undefined): PaletteCommand[] => {
  const here = chat ? { hereId: chat.id } : {}
  return [
    {
      id: 'preset',
      icon: 'toggles',
      label: 'Turn on a mode…',
      keywords: 'event quiet hours open',
      action: () => turnOnPreset(here),
    },
    {
      id: 'lockdown',
      icon: 'shield',
      label: 'Turn on Lockdown…',
      keywords: 'lock chats spam raid panic emergency crisis shield mode preset',
      action: () => turnOnPreset({ ...here, presetId: 'lockdown' }),
    },
  ]
}

const endCommand = (on: PresetOn): PaletteCommand => ({
  id: `end-preset-${on.id}`,
  icon: 'shield',
  label: `End ${on.name}`,
  keywords: 'preset unlock stop restore put back',
  action: () =>
    void import('#dashboard/features/automation/modes/actions.ts')
      .then(({ endPreset }) => endPreset(on))
      .catch((error: unknown) => toastError(`${on.name} was not ended`, error)),
})

const schemeCommand = (id: keyof typeof schemeIcons, name: string, words: string): PaletteCommand => ({
  id,
  icon: schemeIcons[id],
  label: `Use the ${name} colour scheme`,
  keywords: `theme mode appearance color ${words}`,
  action: () => setScheme(id),
})

const newChat: PaletteCommand = {
  id: 'new-chat',
  icon: 'plus',
  label: 'New chat',
  keywords: 'create add room',
  action: to.chats({ open: 'new' }),
}

const ofChat = ({ id }: Chat): (Omit<PaletteCommand, 'id'> & { what: string; right: Right })[] => [
  {
    what: 'compare',
    right: 'settings.write',
    icon: 'settings',
    label: 'Compare settings with another chat, and copy them',
    keywords: 'copy settings take over difference',
    action: `${to.settings(id)}?compare`,
  },
  {
    what: 'duplicate',
    right: 'chats.create',
    icon: 'chats',
    label: 'Duplicate the chat',
    keywords: 'copy clone',
    action: to.chats({ open: `duplicate-${id}` }),
  },
  {
    what: 'post',
    right: 'messages.write',
    icon: 'messages',
    label: 'Post a message',
    keywords: 'announce announcement send write',
    action: `${to.messages(id)}?open=post`,
  },
  {
    what: 'poll',
    right: 'polls.write',
    icon: 'polls',
    label: 'New poll',
    keywords: 'create ask question vote',
    action: `${to.polls(id)}?open=new`,
  },
  {
    what: 'import',
    right: 'bans.write',
    icon: 'ban',
    label: 'Import banned IPs',
    keywords: 'upload list addresses',
    action: `${to.bannedIps(id)}?open=import`,
  },
  {
    what: 'rooms',
    right: 'bans.write',
    icon: 'ban',
    label: 'Compare and copy bans across chats',
    keywords: 'copy bans',
    action: `${to.bannedIps(id)}?open=rooms`,
  },
]
