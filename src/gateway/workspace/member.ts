import type { GrantedChats, Limits, Right, RoleName } from '#contract/workspace/rights.ts'

/** The person of a session, as each request needs it. Read anew with every request, so that a removal or a changed right holds from the next one. */
export interface Member {
  id: string
  name: string
  role: RoleName
  rights: readonly Right[]
  chats: GrantedChats
  limits: Limits
  /** Unix seconds. Until then the person may not change rights, after a sign-in with a recovery code; 0 = not waiting. */
  waitingUntil: number
  /** The session began with a recovery code and can only register a passkey. */
  mustRegisterPasskey: boolean
}
