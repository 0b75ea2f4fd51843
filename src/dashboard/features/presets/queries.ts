import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'

/** What is on. The band reads it regularly. */
export const presetsOnQuery = workspaceQuery('presetOnList', {})

/** Always a fresh reading: a person decides by it. */
export const endPreviewQuery = (onId: string) => ({
  ...workspaceQuery('presetEndPreview', { params: { onId } }),
  staleTime: Infinity,
  gcTime: 0,
})
