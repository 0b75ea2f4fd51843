import type { Chat } from '#contract/chats.ts'

/** What tells chats of one name apart, in a few words; '' for a chat that anybody can use now. */
export const stateWords = ({ offline, forceSDKLogin, monetizeLogin }: Chat): string =>
  [offline && 'offline', forceSDKLogin && 'private', monetizeLogin && 'paid entry'].filter(Boolean).join(', ')
