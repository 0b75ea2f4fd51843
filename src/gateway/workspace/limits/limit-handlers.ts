import type { limits } from '#contract/workspace/limits.ts'
import type { WorkspaceHandlers } from '../handler.ts'
import type { DeletionLimit } from './deletion-limit.ts'

export const limitHandlers = (deletionLimit: DeletionLimit): WorkspaceHandlers<typeof limits> => ({
  limitsRead: async ({ session: { member } }) => {
    const { deletionsPerHour = null, widestBan = null } = member?.limits ?? {}
    const deletions = member && deletionsPerHour !== null ? await deletionLimit.left(member.id, deletionsPerHour) : null
    return { status: true, data: { deletions, widestBan } }
  },
})
