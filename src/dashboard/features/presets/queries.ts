import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'

/** What is on. The band reads it regularly. */
export const presetsOnQuery = workspaceQuery('presetOnList', {})
