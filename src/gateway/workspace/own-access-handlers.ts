import type { ownAccess } from '#contract/workspace/own-access.ts'
import { noSuchPath } from '#http/refusal.ts'
import type { WorkspaceHandlers, WorkspaceOptions } from './handler.ts'
import { endSessionOf } from './own-things.ts'
import { readPersonDetails } from './person-details.ts'

const notYet = () => Promise.reject(noSuchPath())

/** What people manage of their own. */
export function ownAccessHandlers({ database, now }: WorkspaceOptions): WorkspaceHandlers<typeof ownAccess> {
  const { query } = database
  return {
    meRead: async ({ session, workspace }) => ({
      status: true,
      data: await readPersonDetails(query, workspace, session.member?.id ?? '', session.hash, now()),
    }),
    mySessionEnd: async ({ session, params }) => {
      await endSessionOf(query, session.member?.id ?? '', params.sessionId)
      return { status: true }
    },
    myPasskeyOptions: notYet,
    myPasskeyCreate: notYet,
    myPasskeyRemove: notYet,
    myRecoveryCodesCreate: notYet,
    confirmOptions: notYet,
    confirmPasskey: notYet,
  }
}
