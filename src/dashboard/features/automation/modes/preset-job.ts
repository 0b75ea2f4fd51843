import { settingsJob } from '#dashboard/platform/changes/settings-job.ts'
import type { GatewayJobKind } from '#dashboard/platform/jobs/gateway-jobs.ts'
import { refreshPresets } from './actions.ts'

/** Turning a mode on, and ending it. */
export const presetJob: GatewayJobKind = {
  ...settingsJob,
  ended: async (job) => void (await Promise.all([settingsJob.ended?.(job), refreshPresets()])),
}
