import type { Chat } from '#contract/chats.ts'
import { signOut } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { toastError } from '#dashboard/ui/feedback/toast.tsx'
import { setScheme } from '#dashboard/ui/theme/scheme.ts'
import type { PaletteCommand } from './palette-items.ts'

interface CommandsFor {
  /** The open chat. */
  chat: Chat | undefined
  /** The chats that actions are offered for if no chat is open. */
  recent: readonly Chat[]
}

/** The commands that are available everywhere, with synonyms. */
export function commands({ chat, recent }: CommandsFor): PaletteCommand[] {
  return [
    { id: 'new-chat', icon: 'plus', label: 'New chat', keywords: 'create add room', action: to.chats({ open: 'new' }) },
    ...(chat ? [chat] : recent).flatMap(ofChat),
    {
      id: 'dark',
      icon: 'moon',
      label: 'Use the dark colour scheme',
      keywords: `${schemeWords} night black`,
      action: () => setScheme('dark'),
    },
    {
      id: 'light',
      icon: 'sun',
      label: 'Use the light colour scheme',
      keywords: `${schemeWords} day white`,
      action: () => setScheme('light'),
    },
    {
      id: 'auto',
      icon: 'monitor',
      label: 'Use the system colour scheme',
      keywords: `${schemeWords} auto`,
      action: () => setScheme('auto'),
    },
    {
      id: 'sign-out',
      icon: 'signOut',
      label: 'Sign out',
      keywords: 'log out logout leave',
      action: () => void signOut().catch((error: unknown) => toastError('You are still signed in', error)),
    },
  ]
}

const schemeWords = 'theme mode appearance color'

const ofChat = ({ id, name }: Chat): PaletteCommand[] =>
  [
    {
      what: 'compare',
      icon: 'settings' as const,
      label: 'Compare settings with another chat, and copy them',
      keywords: 'copy settings take over difference',
      action: `${to.settings(id)}?compare`,
    },
    {
      what: 'duplicate',
      icon: 'chats' as const,
      label: 'Duplicate the chat',
      keywords: 'copy clone',
      action: to.chats({ open: `duplicate-${id}` }),
    },
    {
      what: 'post',
      icon: 'messages' as const,
      label: 'Post a message',
      keywords: 'announce announcement send write',
      action: `${to.messages(id)}?open=post`,
    },
    { what: 'poll', icon: 'polls' as const, label: 'New poll', keywords: 'create ask question vote', action: `${to.polls(id)}?open=new` },
    {
      what: 'import',
      icon: 'ban' as const,
      label: 'Import banned IPs',
      keywords: 'upload list addresses',
      action: `${to.bannedIps(id)}?open=import`,
    },
    {
      what: 'rooms',
      icon: 'ban' as const,
      label: 'Compare and copy bans across chats',
      keywords: 'copy bans',
      action: `${to.bannedIps(id)}?open=rooms`,
    },
  ].map(({ what, ...command }) => ({ ...command, id: `${what}-${id}`, detail: name }))
