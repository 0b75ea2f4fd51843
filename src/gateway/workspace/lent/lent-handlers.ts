import type { lending } from '#contract/workspace/lent.ts'
import type { WorkspaceHandlers, WorkspaceOptions } from '../handler.ts'
import { findLent } from './find-lent.ts'

export const lentHandlers = ({ database: { query } }: Pick<WorkspaceOptions, 'database'>): WorkspaceHandlers<typeof lending> => ({
  lentList: async ({ workspace }) => ({ status: true, data: await findLent(query, workspace) }),
})
