import type { Chat } from '#contract/chats.ts'

/** A short label that tells chats with equal names apart; '' for a chat that is open to everyone. */
export const chatStateLabel = ({ offline, forceSDKLogin, monetizeLogin }: Chat): string =>
  [offline && 'offline', forceSDKLogin && 'private', monetizeLogin && 'paid entry'].filter(Boolean).join(', ')
