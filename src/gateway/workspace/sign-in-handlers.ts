import type { signIn } from '#contract/workspace/own-access.ts'
import { noSuchPath } from '#http/refusal.ts'
import type { WorkspaceHandlers } from './handler.ts'

const notYet = () => Promise.reject(noSuchPath())

/** How people get in. */
export const signInHandlers = (): WorkspaceHandlers<typeof signIn> => ({
  joinRead: notYet,
  join: notYet,
  passkeySignInOptions: notYet,
  passkeySignIn: notYet,
  recoverySignIn: notYet,
})
